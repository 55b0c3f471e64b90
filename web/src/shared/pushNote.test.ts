import { expect, it } from 'vitest';
import { optionsOf, pushNoteOf } from './pushNote';

const note = { title: 'The job is yours', body: 'Leak, Tue 24 Nov', path: '/master/booking/C-1', tag: 'C-1' };

it('takes what the server wrote', () => {
  expect(pushNoteOf(JSON.stringify(note))).toEqual(note);
});

it('never leads to another place, whatever the message says', () => {
  for (const path of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/master/../../x',
    'javascript:alert(1)',
    '',
    7,
    undefined,
  ])
    expect(pushNoteOf(JSON.stringify({ ...note, path })).path).toBe('/');
});

it('shows something for a message that cannot be read', () => {
  for (const message of [undefined, '', 'null', '[]', '{', '{"title":"x"}', '{"title":"","body":"x"}'])
    expect(pushNoteOf(message)).toMatchObject({ title: 'Callout', path: '/' });
});

it('is announced again when it takes the place of another, which only one with a tag can', () => {
  expect(optionsOf(note)).toMatchObject({ body: note.body, tag: 'C-1', renotify: true });
  expect(optionsOf({ ...note, tag: '' })).not.toHaveProperty('renotify');
});
