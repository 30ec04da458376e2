"""Datasets on disk, days one after another, and partitions for a cluster."""
