import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { MasterProfile, OnboardingStep } from '@/api/types';
import { loadPricing } from '@/pricing';
import { getSession } from '@/shared/session';
import { type FakeCall, problem } from '@/test/fakeApi';
import { activePro, entered, newPro, openArea, proMissing, serverOf } from '../testing';

vi.mock('@/pricing', { spy: true });
beforeAll(async () => void (await loadPricing()));

const open = async (step: OnboardingStep, heading: string) => {
  const view = openArea(`/master/onboarding/${step}`);
  await screen.findByRole('heading', { level: 1, name: heading });
  return view;
};
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
const type = async (label: string | RegExp, text: string) => {
  const field = screen.getByLabelText(label);
  await userEvent.clear(field);
  await userEvent.type(field, text);
};
const drafts = () => JSON.parse(localStorage.getItem('callout.pro-drafts') ?? '{}').drafts;

/** A server that saves this step: it answers with the profile as it is afterwards. */
function saving(route: string, change: (body: unknown) => Partial<MasterProfile>, profile = newPro) {
  let stored = profile;
  return serverOf(profile, {
    'GET /api/masters/me': () => ({ json: stored }),
    [route]: ({ body }: FakeCall) => {
      stored = { ...stored, ...change(body) };
      return { json: stored };
    },
  });
}

describe('a step', () => {
  const BASICS = 'PUT /api/masters/profile/basics';
  const begun: MasterProfile = { ...newPro, basics: entered.basics };
  const basicsSaved = () => saving(BASICS, (body) => ({ basics: body as never, missing: ['email'] }), begun);

  it('is saved by itself, and leads back to the checklist', async () => {
    const api = basicsSaved();
    await open('basics', 'About you');
    await type('First name', 'Ada');
    await type('Last name', 'Byron');
    await save();
    expect(await screen.findByText('4 of 5 done')).toBeInTheDocument();
    expect(api.of(BASICS)[0]?.body).toMatchObject({ firstName: 'Ada', lastName: 'Byron' });
    expect(drafts()).toBeUndefined();
  });

  it('keeps what was typed over a reload, until it is saved', async () => {
    basicsSaved();
    const { unmount } = await open('basics', 'About you');
    await type('First name', 'A');
    unmount();
    await open('basics', 'About you');
    expect(screen.getByLabelText('First name')).toHaveValue('A');
    expect(screen.getByText('You typed this earlier and did not save it.')).toBeInTheDocument();
    await type('First name', 'Ada');
    await type('Last name', 'Byron');
    await save();
    await screen.findByText('4 of 5 done');
    expect(drafts()).toBeUndefined();
  });

  it('goes back to what was saved when that is wanted', async () => {
    saving(BASICS, () => ({}), activePro);
    const { unmount } = await open('basics', 'About you');
    await type('First name', 'Zoe');
    unmount();
    await open('basics', 'About you');
    expect(screen.getByLabelText('First name')).toHaveValue('Zoe');
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect(screen.getByLabelText('First name')).toHaveValue('Sam');
    expect(screen.queryByText('You typed this earlier and did not save it.')).not.toBeInTheDocument();
    expect(drafts()).toBeUndefined();
  });

  it('loses nothing when the server cannot be reached, and can be sent again', async () => {
    const api = basicsSaved();
    const answer = { json: proMissing(['email'], entered) };
    api.cut(BASICS);
    await open('basics', 'About you');
    await type('First name', 'Ada');
    await type('Last name', 'Byron');
    await save();
    expect(await screen.findByRole('alert')).toHaveTextContent(/What you typed is kept on this device/);
    expect(screen.getByLabelText('First name')).toHaveValue('Ada');
    expect(drafts()).toMatchObject({ basics: { firstName: 'Ada', lastName: 'Byron' } });
    api.change(BASICS, () => answer);
    await save();
    expect(await screen.findByText('4 of 5 done')).toBeInTheDocument();
  });

  it('shows its errors next to their fields, with the focus on the first', async () => {
    const api = basicsSaved();
    await open('basics', 'About you');
    await userEvent.clear(screen.getByLabelText('Last name'));
    await userEvent.clear(screen.getByLabelText('First name'));
    await save();
    const message = 'First name is required.';
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(screen.getByText('Last name is required.')).toBeInTheDocument();
    expect(screen.getByLabelText('First name')).toHaveFocus();
    expect(screen.getByLabelText('First name')).toHaveAccessibleDescription(expect.stringContaining(message));
    expect(document.title).toMatch(/^Error: /);
    expect(api.of(BASICS)).toEqual([]);
  });

  it('shows the server’s errors the same way', async () => {
    const api = basicsSaved();
    const errors = { lastName: 'Too long for us.', other: 'Not today.' };
    api.change(BASICS, () => problem(422, 'invalid', { errors }));
    await open('basics', 'About you');
    await type('First name', 'Ada');
    await type('Last name', 'Byron');
    await save();
    expect(await screen.findByText('Too long for us.')).toBeInTheDocument();
    expect(screen.getByLabelText('Last name')).toHaveFocus();
    expect(screen.getByRole('alert')).toHaveTextContent('Not today.');
  });

  it('leads back to the profile once onboarding is done', async () => {
    saving(BASICS, (body) => ({ basics: body as never }), activePro);
    await open('basics', 'About you');
    expect(screen.getByLabelText('Last name')).toHaveValue('Okafor');
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'Profile' })).toBeInTheDocument();
    await type('Last name', 'Byron');
    await save();
    expect(await screen.findByText('Sam Byron, 12 years')).toBeInTheDocument();
    expect(screen.getByTestId('location')).toHaveTextContent('/master/profile');
  });

  it('that does not exist leads to the checklist', async () => {
    serverOf(newPro);
    openArea('/master/onboarding/toString');
    expect(await screen.findByText('0 of 5 done')).toBeInTheDocument();
  });
});

describe('about you', () => {
  const BASICS = 'PUT /api/masters/profile/basics';

  async function fill() {
    await type('First name', ' Sam ');
    await type('Last name', 'Okafor');
    await type('UK mobile', '07700 900123');
    await type('Years of experience', '12');
    await type(/^Trading address/, '3 Mill Lane{Enter}London E2 8AA');
  }

  it('sends the phone normalised and the address in one line', async () => {
    const api = saving(BASICS, (body) => ({ basics: body as never }));
    await open('basics', 'About you');
    await fill();
    await save();
    await waitFor(() =>
      expect(api.of(BASICS)[0]?.body).toEqual({
        firstName: 'Sam',
        lastName: 'Okafor',
        phone: '+447700900123',
        experienceYears: 12,
        tradingAddress: '3 Mill Lane, London E2 8AA',
      }),
    );
  });

  it.each([
    ['First name', ' ', 'First name is required.'],
    ['UK mobile', '020 7946 0000', 'Please enter a valid UK mobile number.'],
    ['Years of experience', '81', 'Enter a whole number of years, from 0 to 80.'],
    ['Years of experience', '1.5', 'Enter a whole number of years, from 0 to 80.'],
    [/^Trading address/, 'x'.repeat(301), 'Use at most 300 characters.'],
  ])('refuses %s: %j', async (label, text, message) => {
    const api = saving(BASICS, () => ({}));
    await open('basics', 'About you');
    await fill();
    const field = screen.getByLabelText(label);
    await userEvent.clear(field);
    await userEvent.click(field);
    await userEvent.paste(text);
    await save();
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(field).toHaveFocus();
    expect(api.of(BASICS)).toEqual([]);
  });

  it('says so when the rules could not be loaded', async () => {
    saving(BASICS, () => ({}));
    await open('basics', 'About you');
    await fill();
    vi.mocked(loadPricing).mockRejectedValueOnce(new Error('gone'));
    await save();
    expect(await screen.findByRole('alert')).toHaveTextContent(/^This could not be checked/);
  });
});

describe('your area', () => {
  const AREA = 'PUT /api/masters/profile/area';
  const areaSaved = () => saving(AREA, (body) => ({ area: body as never }));

  function locating(act: (found: PositionCallback, failed: PositionErrorCallback) => void) {
    const geolocation = { getCurrentPosition: vi.fn(act) };
    vi.stubGlobal(
      'navigator',
      new Proxy(navigator, {
        get: (target, name) => (name === 'geolocation' ? geolocation : Reflect.get(target, name, target)),
        has: (target, name) => name === 'geolocation' || name in target,
      }),
    );
    return geolocation.getCurrentPosition;
  }

  it('is a slider in miles, stored in km', async () => {
    const api = areaSaved();
    await open('area', 'Your area');
    const slider = screen.getByRole('slider', { name: 'How far you travel' });
    expect(slider).toHaveAttribute('aria-valuetext', '10 miles');
    expect([slider.getAttribute('min'), slider.getAttribute('max')]).toEqual(['1', '60']);
    fireEvent.input(slider, { target: { value: '25' } });
    await waitFor(() => expect(slider).toHaveAttribute('aria-valuetext', '25 miles'));
    await type('Postcode you start from', 'e28aa');
    expect(drafts()).toEqual({ area: { radiusMiles: '25', basePostcode: 'e28aa', place: 'middle' } });
    await save();
    await waitFor(() => expect(api.of(AREA)[0]?.body).toEqual({ radiusKm: 40, basePostcode: 'E2 8AA' }));
  });

  it('asks for the location only when told to, and sends it', async () => {
    const api = areaSaved();
    const asked = locating((found) =>
      found({ coords: { latitude: 51.53, longitude: -0.07 } } as GeolocationPosition),
    );
    await open('area', 'Your area');
    expect(asked).not.toHaveBeenCalled();
    expect(screen.getByText(/the middle of your postcode/)).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Use my location' }));
    expect(await screen.findByText(/where you are now/)).toBeInTheDocument();
    expect(drafts()).toMatchObject({ area: { place: '51.53,-0.07' } });
    await type('Postcode you start from', 'E2 8AA');
    await save();
    await waitFor(() =>
      expect(api.of(AREA)[0]?.body).toEqual({
        radiusKm: 16,
        basePostcode: 'E2 8AA',
        base_lat: 51.53,
        base_lng: -0.07,
      }),
    );
  });

  it('says that the postcode is enough when the browser does not share the location', async () => {
    areaSaved();
    locating((_, failed) => failed({ code: 1, PERMISSION_DENIED: 1 } as GeolocationPositionError));
    await open('area', 'Your area');
    await userEvent.click(screen.getByRole('button', { name: 'Use my location' }));
    expect(
      await screen.findByText('Your browser does not share your location. Your postcode is enough.'),
    ).toBeInTheDocument();
  });

  it('shows at the location what the server says of it', async () => {
    const api = areaSaved();
    const errors = { base_lat: 'This is more than 30 km from the postcode.' };
    api.change(AREA, () => problem(422, 'invalid', { errors }));
    locating((found) => found({ coords: { latitude: 57, longitude: -2 } } as GeolocationPosition));
    await open('area', 'Your area');
    await type('Postcode you start from', 'E2');
    await userEvent.click(screen.getByRole('button', { name: 'Use my location' }));
    await save();
    expect(await screen.findByText('This is more than 30 km from the postcode.')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Use the postcode' }));
    expect(screen.queryByText('This is more than 30 km from the postcode.')).not.toBeInTheDocument();
  });
});

describe('skills', () => {
  const SKILLS = 'PUT /api/masters/skills';

  it('says which documents each needs, and wants at least one', async () => {
    const api = saving(SKILLS, (body) => body as Partial<MasterProfile>);
    await open('skills', 'Skills');
    expect(screen.getByRole('checkbox', { name: 'Electrician' })).toHaveAccessibleDescription(
      'Needs an identity document and an electrical registration.',
    );
    await save();
    expect(await screen.findByText('Choose at least one skill.')).toBeInTheDocument();
    expect(screen.getByRole('checkbox', { name: 'Plumber' })).toHaveFocus();
    expect(api.of(SKILLS)).toEqual([]);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Builder' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Plumber' }));
    expect(drafts().skills.skills).toHaveLength(2);
    await save();
    await waitFor(() => expect(api.of(SKILLS)[0]?.body).toEqual({ skills: ['plumber', 'builder'] }));
  });
});

describe('the email', () => {
  const REQUEST = 'POST /api/masters/login/otp-request';
  const VERIFY = 'POST /api/masters/login/otp-verify';

  it('is proved with a code, and the session stays', async () => {
    const api = saving(VERIFY, () => ({}));
    api.change(REQUEST, () => ({ status: 202, json: { ok: true } }));
    await open('email', 'Prove your email');
    const { id } = getSession() ?? {};
    await userEvent.click(screen.getByRole('button', { name: 'Send code' }));
    expect(await screen.findByText(/sent a 6-digit code to sam@example.com\./)).toBeInTheDocument();
    api.change(VERIFY, () => problem(401, 'invalid_code'));
    await userEvent.type(screen.getByLabelText('Code'), '000000{Enter}');
    expect(await screen.findByText('Invalid code. Try again.')).toBeInTheDocument();
    expect(getSession()?.id).toBe(id);
    api.change(VERIFY, () => ({ json: { token: 'x', email: 'sam@example.com', role: 'master' } }));
    api.change('GET /api/masters/me', () => ({ json: proMissing(['documents'], entered) }));
    await userEvent.clear(screen.getByLabelText('Code'));
    await userEvent.type(screen.getByLabelText('Code'), '123456{Enter}');
    expect(await screen.findByText('4 of 5 done')).toBeInTheDocument();
    expect(api.of(VERIFY)[1]?.body).toEqual({ email: 'sam@example.com', code: '123456' });
    expect(api.of(VERIFY)[1]?.headers.get('Authorization')).toMatch(/^Bearer /);
    expect(getSession()?.id).toBe(id);
  });

  it('is shown as verified once it is', async () => {
    serverOf(activePro);
    await open('email', 'Prove your email');
    expect(screen.getByText('Verified')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Send code' })).not.toBeInTheDocument();
  });
});
