// A training module as a pro goes through it, by the text on the screen.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { ProArea } from './proArea';

interface Module {
  title: string;
  questions: { text: string; choices: string[]; answer: number }[];
}

/** As the server has it, with the right answers. */
export async function moduleFile(id: string): Promise<Module> {
  const file = join(__dirname, '..', '..', '..', 'server', 'domain', 'training', `${id}.json`);
  return JSON.parse(await readFile(file, 'utf8'));
}

/** From the first section to the questions. */
export async function readModule(page: Page): Promise<void> {
  const section = page.getByRole('heading', { level: 2, name: /^Section \d+ of \d+/ });
  const [, count] = /^Section 1 of (\d+)/.exec((await section.textContent()) ?? '') ?? [];
  for (let number = 1; number <= Number(count); number += 1) {
    await expect(section).toHaveText(new RegExp(`^Section ${number} of ${count}`));
    // A message that comes up under the mouse stays, and would cover the button.
    await page.mouse.move(0, 0);
    await page.getByRole('button', { name: 'Next' }).click();
  }
  await expect(page.getByRole('heading', { level: 2, name: 'Questions' })).toBeFocused();
}

/** Gives each question the choice at this place of it. */
export async function answer(
  page: Page,
  { questions }: Module,
  place: (question: Module['questions'][number]) => number,
): Promise<void> {
  for (const question of questions)
    await page
      .getByRole('group', { name: question.text })
      .getByRole('radio', { name: question.choices[place(question)], exact: true })
      .check();
  await page.getByRole('button', { name: 'Check answers' }).click();
}

/** From the profile: on a phone the only way. */
export async function openTraining(pro: ProArea): Promise<void> {
  await pro.goTo('Profile');
  await pro.page.getByRole('main').getByRole('link', { name: 'Training' }).click();
  await expect(pro.heading('Training')).toBeVisible();
}
