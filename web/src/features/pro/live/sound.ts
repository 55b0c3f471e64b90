// The sound of a new job, made by the browser itself: two short tones. Browsers let a page sound only once somebody has touched it.
import { createStore } from '@/shared/createStore';
import { readStored, removeStored, SILENT, writeStored } from '@/shared/storage';

/** Hertz and seconds of each tone. */
const TONES = [
  { pitch: 880, from: 0, lasts: 0.16 },
  { pitch: 1175, from: 0.18, lasts: 0.28 },
];

const LOUD = 0.35;

/** Milliseconds: a phone that lies in a pocket. */
const SHAKES = [200, 100, 200];

/** Milliseconds for which the tabs of one browser leave it to the first. */
const ALONE = 1500;

let context: AudioContext | undefined;

/** Called when somebody touches the page. */
export function allowSound(): void {
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  if (context.state === 'suspended') context.resume().catch(() => undefined);
}

/** Sounds and shakes once, however many tabs are open. */
export function announceJob(): void {
  if (isSilent()) return;
  if (!navigator.locks) {
    sound();
    return;
  }
  void navigator.locks.request('callout.new-job', { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    sound();
    await new Promise((resolve) => setTimeout(resolve, ALONE));
  });
}

function sound(): void {
  // A browser that has none, or does not allow it, stays still.
  navigator.vibrate?.(SHAKES);
  if (context?.state === 'running') for (const tone of TONES) play(context, tone);
}

function play(at: AudioContext, { pitch, from, lasts }: (typeof TONES)[number]): void {
  const [start, end] = [at.currentTime + from, at.currentTime + from + lasts];
  const gain = at.createGain();
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(LOUD, start + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.0001, end);
  const tone = at.createOscillator();
  tone.frequency.value = pitch;
  tone.connect(gain).connect(at.destination);
  tone.start(start);
  tone.stop(end);
}

const store = createStore(isSilent);

/** Whether new jobs make no sound on this device. */
export const useSilent = store.use;

export function setSilent(isSilent: boolean): void {
  if (isSilent) writeStored(SILENT, 'yes');
  else removeStored(SILENT);
  store.changed();
}

function isSilent(): boolean {
  return readStored(SILENT) !== null;
}
