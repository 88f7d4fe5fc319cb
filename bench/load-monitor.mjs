// Loaded into the program under load (`node --import`): tells the bench how the process is whenever it asks.
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const rssMiB = () => process.memoryUsage.rss() / 2 ** 20;
let peakMiB = 0;
setInterval(() => {
  peakMiB = Math.max(peakMiB, rssMiB());
}, 50).unref();
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send({
    rssMiB: rssMiB(),
    peakMiB: Math.max(peakMiB, rssMiB()),
    cpuMs: (user + system) / 1000,
    // What the monitor's own timer takes is no delay.
    loopDelayP99Ms: Math.max(delay.percentile(99) / 1e6 - 1, 0),
  });
  delay.reset();
  peakMiB = 0;
});
