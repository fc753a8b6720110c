import {
  answerSurplusQuestion,
  listSurplusQuestions,
  type SurplusQuestion,
} from '@openlarder/domain/partners/partner-contract.ts';
import { withdrawListing } from '@openlarder/domain/listings/listing-contract.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { reply, replyError } from '#web/testing/api.ts';
import { errorSentence, refusalOf } from '#web/testing/errors.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { aListing, anId } from '#web/testing/samples.ts';
import { SurplusQuestions } from './SurplusQuestions.tsx';

const ZONE = 'America/New_York';
const at = (clock: string): string => new Date(`2026-11-23T${clock}:00-05:00`).toISOString();
beforeEach(() => void vi.useFakeTimers({ now: Date.parse(at('20:05')), toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const aQuestion = (said: Partial<SurplusQuestion> = {}): SurplusQuestion => ({
  id: anId(),
  surplusId: anId(),
  title: 'Rolls',
  category: 'bakery_items',
  servings: 40,
  dateKind: 'best_before',
  allergens: ['gluten'],
  pickupFrom: at('20:00'),
  pickupUntil: at('21:00'),
  state: 'open',
  listingId: null,
  ...said,
});

function openQuestions(...questions: SurplusQuestion[]) {
  const server = { questions };
  reply(listSurplusQuestions, () => server.questions);
  const answers = reply(answerSurplusQuestion, ({ params, body }) => {
    const { answer } = body as { answer: 'yes' | 'no' };
    const asked = server.questions.find(({ id }) => id === params['id']) ?? aQuestion();
    const answered: SurplusQuestion = {
      ...asked,
      state: answer === 'yes' ? 'posted' : 'skipped',
      listingId: answer === 'yes' ? anId() : null,
    };
    server.questions = server.questions.map((one) => (one.id === answered.id ? answered : one));
    return answered;
  });
  return { answers, ...renderWithProviders(<SurplusQuestions timeZone={ZONE} />, { at: '/?tab=share' }) };
}
const QUESTION = 'Post about 40 servings of Rolls for pickup tonight until 9 PM?';
const press = (name: string) => screen.findByRole('button', { name });

describe('the question about today’s surplus', () => {
  it('shows what would be posted, and posts it with one tap', async () => {
    const { user, answers } = openQuestions(aQuestion());
    expect(await screen.findByRole('heading', { name: QUESTION })).toBeTruthy();
    expect(screen.getByText(/Contains gluten/)).toBeTruthy();
    await user.click(await press('Yes, post 40 servings'));
    expect(await screen.findByText(/Posted until 9 PM/)).toBeTruthy();
    expect(answers.map(({ body }) => body)).toEqual([{ answer: 'yes' }]);
    expect(screen.getByRole('link', { name: 'See it' }).getAttribute('href')).toMatch(/listing=/);
    expect(document.activeElement?.textContent).toContain('Posted until 9 PM');
  });

  it('undoes a post with one tap', async () => {
    const { user } = openQuestions(aQuestion());
    const withdrawn = reply(withdrawListing, aListing());
    await user.click(await press('Yes, post 40 servings'));
    const id = new URL((await screen.findByRole<HTMLAnchorElement>('link', { name: 'See it' })).href)
      .searchParams;
    await user.click(await press('Undo'));
    expect(await screen.findByText(/Not offered anymore/)).toBeTruthy();
    expect(withdrawn.map(({ params }) => params['id'])).toEqual([id.get('listing')]);
    expect(document.activeElement?.textContent).toContain('Not offered anymore: Rolls');
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('posts another amount, in steps or typed', async () => {
    const { user, answers } = openQuestions(aQuestion());
    await user.click(await press('Change the amount: Rolls'));
    await user.click(await press('5 fewer'));
    expect(screen.getByRole('heading').textContent).toContain('35 servings');
    await user.clear(screen.getByLabelText('Servings today'));
    await user.type(screen.getByLabelText('Servings today'), '12');
    await user.click(await press('Yes, post 12 servings'));
    await screen.findByText(/Posted until/);
    expect(answers.map(({ body }) => body)).toEqual([{ answer: 'yes', servings: 12 }]);
  });

  it('is left for today, and can still be posted', async () => {
    const { user, answers } = openQuestions(aQuestion());
    await user.click(await press('Not today: Rolls'));
    expect(await screen.findByText(/Not today:/)).toBeTruthy();
    await user.click(await press('Post it after all'));
    expect(await screen.findByText(/Posted until 9 PM/)).toBeTruthy();
    expect(answers.map(({ body }) => body)).toEqual([{ answer: 'no' }, { answer: 'yes' }]);
  });

  it('asks for the use-by date of today’s packs first', async () => {
    const { user, answers } = openQuestions(aQuestion({ dateKind: 'use_by', category: 'prepared_meals' }));
    await user.click(await press('Yes, post 40 servings'));
    expect((await screen.findByRole('alert')).textContent).toBe('Please choose the use-by date first.');
    expect(answers).toEqual([]);
    await user.click(await press('Tomorrow'));
    await user.click(await press('Yes, post 40 servings'));
    await screen.findByText(/Posted until/);
    const useBy = new Date('2026-11-24T23:59:59-05:00').toISOString();
    expect(answers.map(({ body }) => body)).toEqual([{ answer: 'yes', useBy }]);
  });

  it('takes no day that is not shown as chosen for the use-by date', async () => {
    const { user, answers } = openQuestions(aQuestion({ dateKind: 'use_by', category: 'prepared_meals' }));
    await user.click(await press('Tomorrow'));
    await user.click(await press('Another day'));
    await user.click(await press('Yes, post 40 servings'));
    expect((await screen.findByRole('alert')).textContent).toBe('Please choose the use-by date first.');
    fireEvent.change(screen.getByLabelText('Use by'), { target: { value: '2026-11-26' } });
    expect(screen.queryByRole('alert')).toBeNull();
    fireEvent.change(screen.getByLabelText('Use by'), { target: { value: '' } });
    await user.click(await press('Yes, post 40 servings'));
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(answers).toEqual([]);
  });

  it('sends one answer for a double tap', async () => {
    const { user, answers } = openQuestions(aQuestion());
    await user.dblClick(await press('Yes, post 40 servings'));
    await screen.findByText(/Posted until/);
    expect(answers).toHaveLength(1);
  });

  it('stays with the reason if it could not be posted', async () => {
    const { user } = openQuestions(aQuestion());
    await press('Yes, post 40 servings');
    replyError(answerSurplusQuestion, 409, refusalOf('question-over'));
    await user.click(await press('Yes, post 40 servings'));
    expect(await screen.findByText(errorSentence('question-over'))).toBeTruthy();
    expect(await press('Not today: Rolls')).toBeTruthy();
  });

  it('is gone once its pickup is over, and shows no earlier posts', async () => {
    const { container } = openQuestions(
      aQuestion({ pickupUntil: at('20:05') }),
      aQuestion({ state: 'posted', listingId: anId() }),
      aQuestion({ title: 'Soup', state: 'skipped' }),
    );
    expect(await screen.findByText(/Not today:/)).toBeTruthy();
    await waitFor(() => expect(container.textContent).not.toContain('Rolls'));
  });
});
