"""From a call of a loader to one frame."""
