// The training of a pro, from the list to a completed module.
import { expectAccessible } from './support/axe';
import { expect, test } from './support/test';
import { answer, moduleFile, openTraining, readModule } from './support/training';

test.use({ viewport: { width: 375, height: 812 } });
test.slow();

test('a pro completes a module', async ({ pro }) => {
  const module = await moduleFile('isolating-water');
  const row = pro.page
    .getByRole('listitem')
    .filter({ has: pro.page.getByRole('heading', { level: 2, name: module.title }) });
  await openTraining(pro);
  await expect(row.getByText('Not started')).toBeVisible();
  await row.getByRole('link', { name: 'Start' }).click();
  await expect(pro.heading(module.title)).toBeVisible();
  await expect(pro.page.getByText('It is not a qualification.')).toBeVisible();

  await readModule(pro.page);
  await pro.button('Check answers').click();
  await expect(pro.page.getByText('Choose an answer.')).toHaveCount(module.questions.length);
  await expectAccessible(pro.page, 'questions with errors');

  // Each answer is the one beside the right one.
  await answer(pro.page, module, (question) => (question.answer + 1) % question.choices.length);
  await expect(pro.page.getByText('0 of 5 right. You need 4.')).toBeFocused();
  await pro.button('Try again').click();

  await answer(pro.page, module, (question) => question.answer);
  await expect(pro.page.getByText('5 of 5 right. Module completed.')).toBeFocused();
  await expectAccessible(pro.page, 'questions answered rightly');
  await pro.page.getByRole('link', { name: 'Back to training' }).click();
  await expect(row.getByText('Completed')).toBeVisible();
  await expect(row.getByRole('link', { name: 'Done' })).toBeVisible();
  await pro.page.reload();
  await expect(row.getByText('Completed')).toBeVisible();
});
