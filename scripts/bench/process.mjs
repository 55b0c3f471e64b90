// Memory and files held by a running process.
import { readdirSync, readFileSync } from 'node:fs';

/** Resident memory in MiB. */
export function residentMegabytes(pid) {
  const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(kibibytes) / 1024;
}

/** Files and sockets that it has open. */
export function openFiles(pid) {
  return readdirSync(`/proc/${pid}/fd`).length;
}
