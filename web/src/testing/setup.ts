import { i18n } from '@lingui/core';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { setCommunity } from '#web/features/community/community-settings.ts';
import { dismissToast } from '#web/ui/toast-store.ts';
import { api } from './api.ts';
import { standInForMap, withStandIn } from './map-stand-in.tsx';

vi.mock('#web/features/map/panel/MapPanel.tsx', async (original) => withStandIn('panel', await original()));
vi.mock('#web/features/map/panel/MapSheet.tsx', async (original) => withStandIn('sheet', await original()));

i18n.load('en', {});
i18n.activate('en');

// On a busy machine a screen takes longer than the default second.
configure({ asyncUtilTimeout: 15_000 });

// Browser features that the test environment lacks, so that menus and sheets can open.
Object.assign(Element.prototype, {
  scrollIntoView() {},
  hasPointerCapture: () => false,
  releasePointerCapture() {},
});

let complaints: ReturnType<typeof vi.spyOn>;

api.listen();

beforeEach(() => {
  complaints = vi.spyOn(console, 'error').mockImplementation(() => {});
});

afterEach(() => {
  cleanup();
  dismissToast();
  setCommunity(undefined);
  standInForMap({});
  api.resetHandlers();
  localStorage.clear();
  sessionStorage.clear();
  const said = complaints.mock.calls.map((words: readonly unknown[]) => words.map(String).join(' '));
  complaints.mockRestore();
  // React and the libraries warn by console.error: a warning fails the test.
  expect(said).toEqual([]);
});
