import { completeHandover } from '@openlarder/domain/handovers/handover-contract.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { reply, replyError, replyNetworkError } from '#web/testing/api.ts';
import { errorSentence, refusalOf } from '#web/testing/errors.ts';
import { at, claimOf, NOW, renderCounter } from '#web/testing/business-counter.tsx';
import { digitsTyped } from '#web/features/handovers/code/use-code-entry.ts';

beforeEach(() => void vi.useFakeTimers({ now: NOW, toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const WRONG = {
  ...refusalOf('check-fields'),
  fieldErrors: { code: { code: 'wrong-code' } },
  fields: { code: 'In the words of the server.' },
};

async function openSheet(handover: Parameters<typeof claimOf>[1] = {}) {
  const claim = claimOf('Maria', handover);
  const server = { claims: [claim], listings: [] };
  const part = await renderCounter(server);
  const opener = await screen.findByRole('button', {
    name: handover.codeLocked ? 'I handed it over' : 'Enter code: Maria',
  });
  await part.user.click(opener);
  const sheet = within(screen.getByRole('dialog', { name: 'Maria S.' }));
  /** Makes the server accept what is entered from now on. */
  const accepts = () =>
    reply(completeHandover, () => {
      const completed = { ...claim.handover, status: 'completed' as const, endedAt: at('17:30') };
      server.claims = [{ ...claim, status: 'completed', endedAt: at('17:30'), handover: completed }];
      return completed;
    });
  return {
    ...part,
    claim,
    accepts,
    opener,
    sheet,
    field: () => sheet.getByRole<HTMLInputElement>('textbox', { name: /pickup code/ }),
  };
}

describe('the code sheet', () => {
  it('takes the code from a keyboard, sends it at the last digit, and once', async () => {
    const { user, accepts, field } = await openSheet();
    expect(document.activeElement).toBe(field());
    const heard = accepts();
    await user.keyboard('04 2');
    expect(heard).toHaveLength(0);
    await user.keyboard('0{Enter}7');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(heard.map(({ body }) => body)).toEqual([{ code: '0420' }]);
  });

  it('takes a pasted code', async () => {
    const { user, accepts } = await openSheet();
    const heard = accepts();
    await user.paste('code: 0420');
    await waitFor(() => expect(heard.map(({ body }) => body)).toEqual([{ code: '0420' }]));
  });

  it('says in place that a code is wrong; its digits stay until the next one begins', async () => {
    const { user, sheet, field } = await openSheet();
    replyError(completeHandover, 422, WRONG);
    for (const digit of '1111') await user.click(sheet.getByRole('button', { name: digit }));
    const message = await sheet.findByText(errorSentence('wrong-code'));
    expect(message.tagName).toBe('OUTPUT');
    expect(field().value).toBe('1111');
    expect(field().getAttribute('aria-invalid')).toBe('true');
    await user.click(sheet.getByRole('button', { name: '7' }));
    expect(field().value).toBe('7');
    expect(sheet.queryByText(errorSentence('wrong-code'))).toBeNull();
    await user.click(sheet.getByRole('button', { name: 'Delete the last digit' }));
    expect(field().value).toBe('');
  });

  it('keeps the code when there is no network, and sends it again', async () => {
    const { user, accepts, sheet, field } = await openSheet();
    replyNetworkError(completeHandover);
    await user.keyboard('0420');
    expect(await sheet.findByText(/We couldn't reach the server/)).toBeTruthy();
    expect(field().value).toBe('0420');
    const heard = accepts();
    await user.click(sheet.getByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(heard).toHaveLength(1));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('words the refusal of too many calls', async () => {
    const { user, sheet } = await openSheet();
    replyError(completeHandover, 429, refusalOf('too-many'));
    await user.keyboard('0420');
    expect(await sheet.findByText(errorSentence('too-many'))).toBeTruthy();
  });

  it('asks for the confirmation of both once the code is locked', async () => {
    const { user, claim, sheet } = await openSheet({ codeLocked: true });
    expect(sheet.queryByRole('textbox', { name: /pickup code/ })).toBeNull();
    expect(sheet.getByText('That was too many wrong codes.')).toBeTruthy();
    const heard = reply(completeHandover, { ...claim.handover, giverConfirmedAt: at('17:30') });
    await user.click(sheet.getByRole('button', { name: 'I handed it over' }));
    await waitFor(() => expect(heard.map(({ body }) => body)).toEqual([undefined]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('returns the focus to its button when it is closed', async () => {
    const { user, opener } = await openSheet();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(opener));
  });
});

describe('digitsTyped', () => {
  it.each([
    ['', '4', '4'],
    ['04', '042', '042'],
    ['', 'a0 4-2 0', '0420'],
    ['0420', '04207', '7'],
    ['0420', '042', '042'],
    ['0420', '9999', '9999'],
    ['', '1234567', '1234'],
    ['', '１２３４', '1234'],
  ])('%j, then %j, is %j', (before, text, digits) => {
    expect(digitsTyped(before, text)).toBe(digits);
  });
});
