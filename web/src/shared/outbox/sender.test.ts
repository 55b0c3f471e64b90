// A pro's day without a network, held against a model: whatever the network, reloads and tabs that die do, the server has each thing once and, for
// each job, in the order in which it was pressed.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fakeTabs } from '@/test/fakeTabs';
import { token } from '@/test/token';
import { endSession, startSession } from '../session';
import { forgetMemory } from '../storage';
import { dropItems, newItem, queueItem, retryItem, type Waiting, waitingItems } from './items';
import { createSender, type Outcome, type Sender } from './sender';

interface What {
  text: string;
  isBad: boolean;
}

const isStep = ({ kind }: Pick<Waiting, 'kind'>) => kind === 'step';
const whatOf = ({ what }: Waiting) => what as What;
const refusal = { code: 'wrong_start_code', text: 'This is not the code.' };

beforeEach(() => startSession(token({ sub: 'm-1', role: 'master' })));
afterEach(() => endSession('logout'));

/** From 0 to 1, the same for a seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The server and the network before it. */
class World {
  isUp = true;
  /** How often an answer, or the tab that waits for it, is lost. */
  losses = 0;
  deaths = 0;
  readonly taken: { job: string; text: string; kind: string }[] = [];
  readonly #names = new Set<string>();
  /** One tab sends at a time. */
  #lock: Promise<unknown> = Promise.resolve();

  constructor(readonly random: () => number) {}

  take({ id, bookingId, kind, ...item }: Waiting): Outcome {
    const { text, isBad } = whatOf(item as Waiting);
    if (isBad) return { refusal };
    if (!this.#names.has(id)) this.taken.push({ job: bookingId, text, kind });
    this.#names.add(id);
    return 'taken';
  }

  openTab(): Tab {
    return new Tab(this);
  }

  alone(run: () => Promise<void>): Promise<void> {
    const turn = this.#lock.then(run);
    this.#lock = turn.catch(() => undefined);
    return turn;
  }

  of(job: string, onlySteps: boolean): string[] {
    return this.taken.filter((one) => one.job === job && (!onlySteps || isStep(one))).map(({ text }) => text);
  }
}

class Tab {
  readonly sender: Sender;
  isDead = false;
  die: () => void = () => undefined;

  constructor(world: World) {
    const died = new Promise<void>((resolve) => {
      this.die = () => {
        this.isDead = true;
        this.sender.close();
        resolve();
      };
    });
    this.sender = createSender({
      isStep,
      // A tab that dies gives its lock back.
      alone: (run) => world.alone(() => (this.isDead ? died : Promise.race([run(), died]))),
      send: async (item) => {
        await Promise.resolve();
        if (!world.isUp || this.isDead) return 'offline';
        const outcome = world.take(item);
        if (world.random() < world.losses) return 'offline';
        if (world.random() < world.deaths) {
          this.die();
          return new Promise(() => undefined);
        }
        return outcome;
      },
    });
  }
}

function press(job: string, kind: string, text: string, isBad = false): void {
  queueItem(newItem(kind, job, { text, isBad } satisfies What));
}

/** What its pro does about each step that was refused. */
function decide(random: () => number, given: Set<string>): void {
  for (const step of waitingItems().filter((item) => item.refusal)) {
    if (!waitingItems().includes(step)) continue;
    if (random() < 0.5) retryItem(step.id, { ...whatOf(step), isBad: false });
    else {
      const items = waitingItems().filter((item) => isStep(item) && item.bookingId === step.bookingId);
      const gone = items.slice(items.indexOf(step));
      for (const one of gone) given.add(whatOf(one).text);
      dropItems(gone.map(({ id }) => id));
    }
  }
}

async function settle(world: World): Promise<void> {
  world.isUp = true;
  world.losses = 0;
  world.deaths = 0;
  await world.openTab().sender.flush();
}

describe('a day without a network', () => {
  it('ends with each of 40 steps at the server once, in order, over 3 reloads and a tab that dies', async () => {
    const world = new World(randomOf(1));
    world.isUp = false;
    const jobs = ['C-1', 'C-2', 'C-3', 'C-4'];
    const pressed = new Map<string, string[]>(jobs.map((job) => [job, []]));
    let tab = world.openTab();
    for (let number = 0; number < 40; number++) {
      const job = jobs[number % jobs.length] ?? '';
      press(job, number % 5 === 4 ? 'message' : 'step', `${number}`);
      pressed.get(job)?.push(`${number}`);
      await tab.sender.flush();
      if (number % 12 === 11) {
        tab.die();
        forgetMemory();
        tab = world.openTab();
      }
    }
    expect(waitingItems()).toHaveLength(40);
    expect(world.taken).toEqual([]);
    // The network is back, and the tab dies once the server has taken the first.
    world.isUp = true;
    world.deaths = 1;
    await tab.sender.flush();
    expect(world.taken).toHaveLength(1);
    expect(waitingItems()).toHaveLength(40);
    await settle(world);
    for (const job of jobs) expect(world.of(job, false)).toEqual(pressed.get(job));
    expect(waitingItems()).toEqual([]);
  });

  it.each(Array.from({ length: 150 }, (_, seed) => seed + 1))(
    'comes out right however it goes: seed %i',
    async (seed) => {
      const random = randomOf(seed);
      const world = new World(random);
      const jobs = ['C-1', 'C-2', 'C-3'];
      const pressed: { job: string; kind: string; text: string }[] = [];
      const given = new Set<string>();
      const refused = new Set<string>();
      let tabs = [world.openTab()];
      const flushes: Promise<void>[] = [];
      for (let number = 0; number < 60; number++) {
        const job = jobs[Math.floor(random() * jobs.length)] ?? '';
        const what = random();
        if (what < 0.5) {
          const kind = random() < 0.3 ? 'message' : 'step';
          const isBad = kind === 'step' && random() < 0.1;
          if (isBad) refused.add(job);
          pressed.push({ job, kind, text: `${number}` });
          press(job, kind, `${number}`, isBad);
        } else if (what < 0.6) world.isUp = !world.isUp;
        else if (what < 0.68) {
          for (const tab of tabs) tab.die();
          forgetMemory();
          tabs = [world.openTab()];
        } else if (what < 0.74) tabs.push(world.openTab());
        else if (what < 0.8) world.losses = random() / 3;
        else if (what < 0.84) world.deaths = random() / 5;
        else if (what < 0.9) decide(random, given);
        for (const { sender } of tabs) flushes.push(sender.flush());
        // Sometimes the next thing happens in the middle of it.
        if (random() < 0.5)
          await Promise.race([Promise.all(flushes), new Promise((done) => setTimeout(done))]);
      }
      for (const tab of tabs) tab.die();
      await settle(world);
      while (waitingItems().length > 0) {
        decide(random, given);
        await settle(world);
      }
      for (const job of jobs) {
        const of = (onlySteps: boolean) =>
          pressed.filter((one) => one.job === job && (!onlySteps || isStep(one))).map(({ text }) => text);
        const isLeft = (text: string) => !given.has(text);
        // Messages go past a step that was refused, so that the client can be asked.
        const isWhole = !refused.has(job);
        // What was given up may have arrived unheard.
        expect(world.of(job, !isWhole).filter(isLeft)).toEqual(of(!isWhole).filter(isLeft));
        expect([...world.of(job, false)].filter(isLeft).sort()).toEqual(of(false).filter(isLeft).sort());
      }
      expect(new Set(world.taken.map(({ text }) => text)).size).toBe(world.taken.length);
    },
  );
});

it('waits as long as the server asks, and lets other jobs go on', async () => {
  const sent: string[] = [];
  let wait = 30;
  const sender = createSender({
    isStep,
    alone: (run) => run(),
    send: async (item) => {
      sent.push(whatOf(item).text);
      if (item.bookingId === 'C-1' && wait > 0) return { wait };
      return 'taken';
    },
  });
  press('C-1', 'step', 'one');
  press('C-1', 'step', 'two');
  press('C-2', 'step', 'three');
  await sender.flush();
  expect(sent).toEqual(['one', 'three']);
  // Asked meanwhile it does not go sooner.
  await sender.flush();
  expect(sent).toEqual(['one', 'three']);
  wait = 0;
  await expect.poll(() => sent).toEqual(['one', 'three', 'one', 'two']);
  sender.close();
});

it('sends in one tab at a time', async () => {
  fakeTabs();
  let sending = 0;
  let most = 0;
  const sent: string[] = [];
  const open = () =>
    createSender({
      isStep,
      send: async (item) => {
        most = Math.max(most, ++sending);
        await new Promise((done) => setTimeout(done));
        sending -= 1;
        sent.push(whatOf(item).text);
        return 'taken';
      },
    });
  for (const text of ['one', 'two', 'three']) press('C-1', 'step', text);
  await Promise.all([open(), open()].map(({ flush }) => flush()));
  expect(most).toBe(1);
  expect(sent).toEqual(['one', 'two', 'three']);
});
