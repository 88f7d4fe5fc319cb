// Loaded into the program under load (`node --import`): tells the bench how the process is whenever it asks.
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send({
    rssMiB: process.memoryUsage.rss() / 2 ** 20,
    cpuMs: (user + system) / 1000,
    // What the monitor's own timer takes is no delay.
    loopDelayP99Ms: Math.max(delay.percentile(99) / 1e6 - 1, 0),
  });
  delay.reset();
});
