import { errorText } from '@openlarder/domain/kernel/app-error.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { errorI18n, errorMessage, HttpError, NetworkError, wordErrorText } from './http-error.ts';

const HOUR_MS = 3_600_000;

const httpError = (body: unknown, status = 409) => new HttpError(status, JSON.stringify(body), 'Conflict');

beforeEach(() => {
  errorI18n.load('en', {
    'error.sample': 'Take {max, plural, one {# serving} other {# servings}}.',
    'error.sample.open': 'You have {open} open.',
    'error.sample.wait': 'Please wait {wait}.',
  });
});

describe('the sentence of an error', () => {
  it.each([
    ["is the catalog's for its code", { code: 'sample', params: { max: 2 } }, 'Take 2 servings.'],
    ['and its reason', { code: 'sample', reason: 'open', params: { open: 3 } }, 'You have 3 open.'],
    [
      'with waits in words',
      { code: 'sample', reason: 'wait', params: { waitMs: 1.5 * HOUR_MS } },
      'Please wait 2 hours.',
    ],
    [
      "is the server's if the catalog lacks it",
      { code: 'newer', message: 'The newer words.' },
      'The newer words.',
    ],
    [
      "is the server's if the catalog lacks the reason",
      { code: 'sample', reason: 'newer', message: 'The newer reason.' },
      'The newer reason.',
    ],
    ['is general without any', { code: 'newer' }, 'Something went wrong on our side. Please try again.'],
    [
      'is general for what is no error of ours',
      ['odd'],
      'Something went wrong on our side. Please try again.',
    ],
  ])('%s', (_what, body, sentence) => {
    expect(errorMessage(httpError(body))).toBe(sentence);
  });

  it('names the problem of a field', () => {
    const error = httpError({
      code: 'check-fields',
      message: 'Bitte wähle eine Portion.',
      fields: { servings: 'Bitte wähle eine Portion.', note: 'Zu lang.' },
      fieldErrors: { servings: { code: 'sample', params: { max: 1 } }, note: { code: 'newer' } },
    });
    expect(error.fields).toEqual({ servings: 'Take 1 serving.', note: 'Zu lang.' });
    expect(errorMessage(error)).toBe('Take 1 serving.');
  });

  it('is in the language of the page when it is read', () => {
    const error = httpError({ code: 'sample', params: { max: 2 } });
    errorI18n.load('en', { 'error.sample': 'Toma {max}.' });
    expect(errorMessage(error)).toBe('Toma 2.');
  });

  it('leaves the message of the error as it came', () => {
    expect(httpError({ code: 'sample' }).message).toBe('409: {"code":"sample"}');
    expect(new HttpError(503, '', 'Away').message).toBe('503: Away');
  });

  it('says that a proxy takes nothing so large, which has no sentence of its own', () => {
    errorI18n.load('en', { 'error.too-large': "That's too large." });
    expect(errorMessage(new HttpError(413, '<center>nginx</center>', ''))).toBe("That's too large.");
  });

  it('distinguishes a lost connection', () => {
    expect(errorMessage(new NetworkError('gone'))).not.toBe(errorMessage(new Error('odd')));
  });
});

describe("the sentence of a schema's check", () => {
  it('is the one of its key', () => {
    expect(wordErrorText('@sample {"max":2}')).toBe('Take 2 servings.');
    expect(wordErrorText(errorText('invalid'))).toBe('Please check this.');
  });

  it('is general for a check without a key', () => {
    expect(wordErrorText('Invalid input')).toBe('Please check this.');
    expect(wordErrorText('@newer')).toBe('Please check this.');
  });
});
