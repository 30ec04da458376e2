"""Small tools of the client's side that know nothing of sports: lenient JSON, files, reprs, signatures."""
