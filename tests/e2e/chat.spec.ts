// A client and a pro write to each other, each in a browser of their own.
import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './support/test';

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
  pro,
  watch,
}) => {
  await journey.bookByCard();
  await pro.accept();

  const client = ofClient(page);
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
  // Closed with the message unsent, and opened again when there is a network.
  const address = page.url();
  await page.goto('about:blank');
  await page.context().setOffline(false);
  await page.goto(address);
  await expect(await client.expectMessage('Second floor')).toContainText(/Sent|Read/);
  await other.expectMessage('Second floor');
  await client.expectMessage('please knock.');
});

test('what a guest wrote without a network is sent once, by the account that has the booking now', async ({
  page,
  journey,
  account,
  pro,
  watch,
}) => {
  await journey.bookByCard();
  await pro.accept();
  await expect(ofClient(page).box.getByText('No messages yet.')).toBeVisible();

  for (const path of ['/api/', '/healthz']) watch.expectFailed(path, 'unreachable');
  await page.context().setOffline(true);
  await ofClient(page).write('Second floor');
  await expect(await ofClient(page).expectMessage('Second floor')).toContainText('Sending…');
  const id = new URL(page.url()).pathname.split('/')[2];
  await page.goto('about:blank');
  await page.context().setOffline(false);

  await page.goto(`/login?next=/chat/${id}`);
  await page.getByLabel('Email or UK mobile').fill('priya@example.com');
  const code = await account.sendCode('priya@example.com', page);
  await page.getByLabel('Code', { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(journey.heading('Chat with Pat N.')).toBeVisible();
  const client = new Chat(page.getByRole('main'));
  await expect(await client.expectMessage('Second floor')).toContainText('Sent');
  await page.reload();
  await expect(await client.expectMessage('Second floor')).toContainText('Sent');

  await pro.button('Chats, 1 new').click();
  await pro.page
    .getByRole('dialog', { name: 'Chats' })
    .getByRole('button', { name: /1 new message/ })
    .click();
  await ofPro(pro.page).expectMessage('Second floor');
});

test('has a page of its own for both, and a badge on the job', async ({ page, journey, api, pro }) => {
  await journey.bookByCard();
  await pro.accept();
  const { id } = await api.onlyBooking();

  await page.goto(`/chat/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Chat with Pat N.' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Call Pat N.' })).toHaveAttribute('href', 'tel:+447700900456');
  const client = new Chat(page.getByRole('main'));
  await client.write('Hello');
  await client.expectMessage('Hello');

  await pro.goTo('Jobs');
  await expect(pro.page.getByText('1 new message')).toBeVisible();
  await pro.page.goto(`/chat/${id}`);
  const other = new Chat(pro.page.getByRole('main'));
  await other.expectMessage('Hello');
  await expect(await client.expectMessage('Hello')).toContainText('Read');
  await other.write('Hello to you');
  await client.expectMessage('Hello to you');
  await pro.page.getByRole('button', { name: 'Back' }).click();
  await expect(pro.button('On my way')).toBeVisible();
  await pro.page.getByRole('button', { name: 'Chat', exact: true }).click();
  await ofPro(pro.page).expectMessage('Hello to you');
});

test('somebody who holds only the guest link may call, and signs in to chat', async ({
  page,
  journey,
  browser,
  baseURL,
  pro,
  watch,
}) => {
  await journey.bookByCard();
  await pro.accept();
  await expect(ofClient(page).box).toBeVisible();

  const token = await page.evaluate(async () => {
    const headers = { Authorization: `Bearer ${localStorage.getItem('guest_token')}` };
    const answer = await fetch('/api/bookings', { headers });
    return (await answer.json()).items[0].guest_token as string;
  });
  const context = await browser.newContext({ ...(baseURL && { baseURL }) });
  await watch.on(context);
  const elsewhere = await context.newPage();
  await elsewhere.goto(`/b/${encodeURIComponent(token)}`);
  const chat = ofClient(elsewhere).box;
  await expect(chat.getByRole('link', { name: 'Call Pat N.' })).toHaveAttribute('href', 'tel:+447700900456');
  await chat.getByRole('link', { name: 'Sign in with a code to chat' }).click();
  await expect(elsewhere).toHaveURL(/\/login\?.*next=%2Fchat%2F/);
  await context.close();
});
