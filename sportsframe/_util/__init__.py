"""Helpers of the client's side that are independent of sports: lenient JSON, files, reprs, signatures."""
