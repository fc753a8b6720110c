// What processes take of the processor and of memory, as Linux counts it.
import { readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** Processor time of the processes so far, in seconds; with what their ended children took. */
export function processorSeconds(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    const ticks = [11, 12, 13, 14].reduce((all, nth) => all + Number(fields[nth]), 0);
    return sum + ticks / TICKS_PER_SECOND;
  }, 0);
}

/** The process and those that it has started. */
export function withChildren(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  return [pid, ...children.map(Number)];
}

/** Memory that a process has, in megabytes (2^20). */
export const memoryMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
