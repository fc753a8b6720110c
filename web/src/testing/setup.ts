import { i18n } from '@lingui/core';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { setCommunity } from '#web/features/community/community-settings.ts';
import { dismissToast } from '#web/ui/toast-store.ts';
import { api } from './api.ts';

i18n.load('en', {});
i18n.activate('en');

// On a busy machine a screen takes longer than the default second.
configure({ asyncUtilTimeout: 5000 });

// Browser features that the test environment lacks, so that menus and sheets can open.
Object.assign(Element.prototype, {
  scrollIntoView() {},
  hasPointerCapture: () => false,
  releasePointerCapture() {},
});

let complaints: ReturnType<typeof vi.spyOn>;

beforeAll(() => api.listen({ onUnhandledFrame: 'error' }));

beforeEach(() => {
  complaints = vi.spyOn(console, 'error').mockImplementation(() => {});
});

afterEach(() => {
  cleanup();
  dismissToast();
  setCommunity(undefined);
  api.resetHandlers();
  localStorage.clear();
  sessionStorage.clear();
  const said = complaints.mock.calls.map((words: readonly unknown[]) => words.map(String).join(' '));
  complaints.mockRestore();
  // React and the libraries warn by console.error: a warning fails the test.
  expect(said).toEqual([]);
});

afterAll(() => api.close());
