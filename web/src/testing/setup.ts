import { i18n } from '@lingui/core';
import { errorTexts, waitTexts } from '@openlarder/domain/kernel/error-texts.ts';
import { cleanup, configure, getConfig } from '@testing-library/react';
import * as React from 'react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { setCommunity } from '#web/features/community/community-settings.ts';
import { errorI18n } from '#web/lib/http-error.ts';
import { forgetRunningMutations } from '#web/lib/mutations.ts';
import { keepPersonalDataOf } from '#web/lib/personal-storage.ts';
import { dismissToast } from '#web/ui/toast-store.ts';
import { api } from './fake-network.ts';
import { fakeSockets } from './live.ts';
import { mockMap, withMapMock } from './mock-map.tsx';

vi.mock('#web/features/map/panel/MapPanel.tsx', async (original) =>
  withMapMock('MapPanel', await original()),
);
vi.mock('#web/features/map/panel/MapSheet.tsx', async (original) =>
  withMapMock('MapSheet', await original()),
);

i18n.load('en', {});
i18n.activate('en');
// the texts of the code, as for all other catalogs in tests
for (const { namespace, messages } of [errorTexts, waitTexts])
  for (const [key, message] of Object.entries(messages))
    errorI18n.load('en', { [`${namespace}.${key}`]: message });
errorI18n.activate('en');

const { getElementError } = getConfig();
configure({
  // On a busy machine a screen takes longer than the default second.
  asyncUtilTimeout: 15_000,
  // While something is waited for, each failed look would print the whole page; the last one does.
  getElementError: (message, container) =>
    Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics')
      ? new Error(message ?? '')
      : getElementError(message, container),
});

// Browser features that the test environment lacks, so that menus and sheets can open.
Object.assign(Element.prototype, {
  scrollIntoView() {},
  hasPointerCapture: () => false,
  releasePointerCapture() {},
});

// React captures a stack for each of the first thousands of elements, for owner stacks in warnings: a sixth of the
// time. If a later React has no such counter, the tests only get slower.
const internals: unknown = Reflect.get(
  React,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
);
if (internals instanceof Object)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    configurable: true,
    get: () => Infinity,
    set() {},
  });

let complaints: ReturnType<typeof vi.spyOn>;

api.listen();
fakeSockets.listen();

beforeEach(() => {
  complaints = vi.spyOn(console, 'error').mockImplementation(() => {});
});

afterEach(() => {
  // files share a worker, and the next file may read the clock while it is collected
  vi.useRealTimers();
  cleanup();
  dismissToast();
  forgetRunningMutations();
  setCommunity(undefined);
  mockMap({});
  api.resetHandlers();
  fakeSockets.reset();
  // someone may have signed out
  keepPersonalDataOf('');
  localStorage.clear();
  sessionStorage.clear();
  // files share a worker, and its address
  window.history.replaceState(null, '', '/');
  const said = complaints.mock.calls.map((words: readonly unknown[]) => words.map(String).join(' '));
  complaints.mockRestore();
  // React and the libraries warn by console.error: a warning fails the test.
  expect(said).toEqual([]);
});
