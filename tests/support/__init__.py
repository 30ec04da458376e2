"""What the tests share: answers, samples, servers, a tenth sport."""
