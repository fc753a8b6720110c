import { type EmergencyRequest, getRequest } from '@openlarder/domain/emergency/request-contract.ts';
import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import { act, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { reply, replyError, replyNetworkError } from '#web/testing/api.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { anId, aRequest } from '#web/testing/samples.ts';
import { cacheRequest } from '../emergency.queries.ts';
import { keepRequestAddress, keptRequestAddress, useForgetRequestAddress } from '../request-address.ts';

const ME = anId();
function Forgetting() {
  useForgetRequestAddress(ME);
  return null;
}
const keep = ({ id }: EmergencyRequest) =>
  keepRequestAddress(ME, { requestId: id, address: '9 Elm St', latitude: 40.7, longitude: -74 });
const isKept = () => keptRequestAddress(ME) !== null;

afterEach(() => void vi.useRealTimers());

describe('the address of a request', () => {
  it('is forgotten once it is fulfilled', async () => {
    const request = aRequest({ status: 'fulfilled' });
    keep(request);
    reply(getRequest, request);
    renderWithProviders(<Forgetting />);
    await waitFor(() => expect(isKept()).toBe(false));
  });

  it('is forgotten if the request is unknown, and kept while the server does not answer', async () => {
    keep(aRequest());
    replyNetworkError(getRequest);
    const { queryClient, unmount } = renderWithProviders(<Forgetting />);
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(isKept()).toBe(true);
    unmount();
    replyError(getRequest, 404, { code: 'not-found', message: 'Not here.' });
    renderWithProviders(<Forgetting />);
    await waitFor(() => expect(isKept()).toBe(false));
  });

  it('made on this page is kept while there is no food, and forgotten when there is', async () => {
    const { queryClient } = renderWithProviders(<Forgetting />);
    const request = aRequest({ status: 'pending' });
    act(() => {
      cacheRequest(queryClient, request);
      keep(request);
    });
    expect(isKept()).toBe(true);
    act(() => cacheRequest(queryClient, { ...request, status: 'matched' }));
    expect(isKept()).toBe(true);
    act(() => cacheRequest(queryClient, { ...request, status: 'expired' }));
    expect(isKept()).toBe(true);
    act(() => cacheRequest(queryClient, { ...request, status: 'fulfilled' }));
    await waitFor(() => expect(isKept()).toBe(false));
  });

  it('is forgotten after three days, whatever the server says', async () => {
    const request = aRequest({ status: 'matched' });
    reply(getRequest, request);
    keep(request);
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3 * DAY_MS);
    renderWithProviders(<Forgetting />);
    await waitFor(() => expect(localStorage).toHaveLength(0));
    vi.restoreAllMocks();
  });
});
