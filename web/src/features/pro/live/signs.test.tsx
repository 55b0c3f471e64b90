// A new job is heard and seen by a pro who looks elsewhere.
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { activePro, fakeStream, offer, openArea, STREAM, serverOf } from '../testing';

const vibrate = vi.fn();
const tones = vi.fn();

class FakeAudio {
  state = 'running';
  currentTime = 0;
  destination = {};
  createGain = () => ({
    gain: { setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() },
    connect: vi.fn(),
  });
  createOscillator = () => ({
    frequency: { value: 0 },
    connect: (next: object) => next,
    start: tones,
    stop: vi.fn(),
  });
}

beforeEach(() => {
  vi.stubGlobal('AudioContext', FakeAudio);
  Object.assign(navigator, { vibrate });
  vibrate.mockClear();
  tones.mockClear();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'vibrate');
});

async function open() {
  const stream = fakeStream();
  serverOf(activePro, { [STREAM]: stream.open });
  openArea('/master/profile');
  await userEvent.click(await screen.findByRole('heading', { name: 'Profile' }));
  await waitFor(() => expect(screen.getByText('Online', { selector: 'span' })).toBeInTheDocument());
  return stream;
}

it('sounds and shakes once for each new offer', async () => {
  const stream = await open();
  await waitFor(() => {
    stream.send('booking', offer);
    expect(screen.getByRole('article')).toBeInTheDocument();
  });
  await waitFor(() => expect(vibrate).toHaveBeenCalledOnce());
  expect(tones).toHaveBeenCalledTimes(2);
});

it('stays silent where the pro wants it so', async () => {
  const stream = await open();
  await userEvent.click(screen.getByRole('switch', { name: 'Sound for new jobs' }));
  stream.send('booking', offer);
  await screen.findByRole('article');
  expect(vibrate).not.toHaveBeenCalled();
});

it('says in the title of a hidden page that there is a new job', async () => {
  const stream = await open();
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  stream.send('booking', offer);
  await waitFor(() => expect(document.title).toBe('(1) New job'));
  hidden.mockReturnValue(false);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(document.title).toBe('Profile – Callout');
});
