"""What options mean where: in blocks, threads, tasks, processes, and for what goes on later."""
