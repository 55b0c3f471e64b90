// A client and a pro write to each other, each in a browser of their own.
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/test';

test.use({ viewport: { width: 375, height: 812 } });
test.slow();

/** One side's end of the chat. */
class Chat {
  constructor(readonly box: Locator) {}

  /** Those that were sent, and those that wait. */
  get messages(): Locator {
    return this.box.getByRole('region', { name: /^Messages with/ });
  }

  async write(text: string): Promise<void> {
    await this.box.getByRole('textbox').fill(text);
    await this.box.getByRole('button', { name: 'Send' }).click();
  }

  /** The message is there, once. */
  async expectMessage(text: string): Promise<Locator> {
    const row = this.messages.getByRole('listitem').filter({ hasText: text });
    await expect(row).toHaveCount(1);
    return row;
  }
}

function ofClient(page: Page): Chat {
  return new Chat(page.getByRole('region', { name: 'Chat', exact: true }));
}

function ofPro(page: Page): Chat {
  return new Chat(page.getByRole('dialog'));
}

test('the two talk, see what was read, and lose nothing without a network', async ({
  page,
  journey,
  account,
  scene,
  pro,
  watch,
}) => {
  const id = await scene.book();
  await scene.take(id, pro);
  await page.goto(`/booking/${id}`);
  const client = ofClient(page);
  await client.box.getByRole('button', { name: /^Chat with / }).click();
  await expect(client.box.getByText('No messages yet.')).toBeVisible();
  await expect(client.box.getByText('Numbers and emails are hidden in chat. Use Call.')).toBeVisible();
  await client.write('The bell is broken, please knock.');
  await expect(await client.expectMessage('please knock.')).toContainText('Sent');

  await pro.button('Chats, 1 new').click();
  const chats = pro.page.getByRole('dialog', { name: 'Chats' });
  await chats.getByRole('button', { name: /1 new message/ }).click();
  const other = ofPro(pro.page);
  await other.expectMessage('please knock.');
  await expect(await client.expectMessage('please knock.')).toContainText('Read');

  await other.box.getByRole('textbox').pressSequentially('I will', { delay: 100 });
  await expect(client.box.getByText('Pat N. is typing…')).toBeVisible();
  await other.box.getByRole('button', { name: 'Send' }).click();
  await client.expectMessage('I will');
  await expect(client.box.getByText('Pat N. is typing…')).toHaveCount(0);
  await other.write('Or call me on 07700 900999');
  for (const side of [client, other]) await side.expectMessage('Or call me on •••');

  for (const path of ['/api/', '/healthz']) watch.expectFailed(path, 'unreachable');
  await page.context().setOffline(true);
  await client.write('Second floor');
  await expect(await client.expectMessage('Second floor')).toContainText('Sending…');
  await expect(client.box.getByText('Connection lost. Reconnecting…')).toBeVisible();
  // Closed with the message unsent; sent by the account that has the booking now, on the chat's own page.
  await page.goto('about:blank');
  await page.context().setOffline(false);
  await page.goto(`/login?next=/chat/${id}`);
  await page.getByLabel('Email or UK mobile').fill('priya@example.com');
  const code = await account.sendCode('priya@example.com', page);
  await page.getByLabel('Code', { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(journey.heading('Chat with Pat N.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Call Pat N.' })).toHaveAttribute('href', 'tel:+447700900456');
  const alone = new Chat(page.getByRole('main'));
  await expect(await alone.expectMessage('Second floor')).toContainText(/Sent|Read/);
  await alone.expectMessage('please knock.');
  await other.expectMessage('Second floor');
  await page.reload();
  await alone.expectMessage('Second floor');

  // The pro has such a page, too, and comes back from it to the job.
  await pro.page.goto(`/chat/${id}`);
  const ofProAlone = new Chat(pro.page.getByRole('main'));
  await ofProAlone.expectMessage('Second floor');
  await expect(await alone.expectMessage('Second floor')).toContainText('Read');
  await pro.page.getByRole('button', { name: 'Back' }).click();
  await expect(pro.button('On my way')).toBeVisible();
});
