import {
  completeHandover,
  getHandover,
  type Handover,
} from '@openlarder/domain/handovers/handover-contract.ts';
import { codeOf } from '@openlarder/domain/kernel/app-error.ts';
import { useQueryClient } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { reply, replyError } from '#web/testing/api.ts';
import { errorSentence } from '#web/testing/errors.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { aHandover, anId, hoursFromNow } from '#web/testing/samples.ts';
import { cacheHandover } from '../handover-cache.ts';
import { CodeButton, closeCodeOverlay, codeOverlay } from './CodeButton.tsx';
import { EnterCodeButton } from '../actions/HandoverActions.tsx';
import { CodeOverlay } from './CodeOverlay.tsx';
import { QrCode } from './QrCode.tsx';

const early = { createdAt: hoursFromNow(-30) };
const done = { status: 'completed', completedBy: 'code', endedAt: hoursFromNow(0), code: null } as const;

afterEach(() => {
  act(closeCodeOverlay);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'wakeLock');
  Reflect.deleteProperty(navigator, 'mediaDevices');
  for (const length of ['videoWidth', 'videoHeight'])
    Reflect.deleteProperty(HTMLVideoElement.prototype, length);
});

/** A ticket with its code; `ends` is the news that the handover has ended. */
function ticketOf(handover: Handover) {
  let ends = (_said: Partial<Handover>) => {};
  function Ticket() {
    const queryClient = useQueryClient();
    ends = (said) => cacheHandover(queryClient, { ...handover, ...said });
    return (
      <>
        <CodeButton handover={handover} amount="6 servings" />
        {handover.side === 'giver' && <EnterCodeButton handover={handover} isPrimary />}
        <CodeOverlay />
      </>
    );
  }
  return {
    ...renderWithProviders(<Ticket />),
    ends: (said: Partial<Handover>) => act(async () => ends(said)),
  };
}
const opener = () => screen.getByRole('button', { name: 'Pickup code 4 8 2 1, show it full-screen' });

describe('the code of a ticket', () => {
  it('is shown full-screen with its QR code, and closes by Escape back to where it was opened', async () => {
    const { user } = ticketOf(aHandover(early));
    await user.click(opener());
    const shown = await screen.findByRole('dialog', { name: 'Show this to Ana' });
    expect(within(shown).getByText('Ana scans it or types the four digits.')).toBeTruthy();
    expect(within(shown).getByText('4 8 2 1')).toBeTruthy();
    expect(shown.textContent).toContain('Sourdough loaves · 6 servings');
    expect(shown.querySelector('[data-qr] path')?.getAttribute('d')).toMatch(/^M4,4h1v1h-1z/);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(opener());
  });

  it('goes with the screen it was opened over: Back does not leave it over another', async () => {
    const { user, location } = ticketOf(aHandover(early));
    await user.click(opener());
    await screen.findByRole('dialog');
    act(() => location.navigate('/?tab=messages'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('closes by Back, which leaves what it was opened over', async () => {
    const { user } = ticketOf(aHandover(early));
    const before = window.location.href;
    await user.click(opener());
    await screen.findByRole('dialog');
    await waitFor(() => expect(window.history.state).toMatchObject({ sheets: 1 }));
    act(() => window.history.back());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(window.location.href).toBe(before);
    expect(opener()).toBeTruthy();
  });

  it('is not there again once the screen it was over is', async () => {
    const { user, unmount } = ticketOf(aHandover(early));
    await user.click(opener());
    await screen.findByRole('dialog');
    unmount();
    ticketOf(aHandover(early));
    expect(codeOverlay.get()).toBeNull();
  });

  it('keeps the screen on while it is shown', async () => {
    const release = vi.fn(async () => {});
    const request = vi.fn(async () => ({ release }));
    Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } });
    const { user } = ticketOf(aHandover(early));
    await user.click(opener());
    await waitFor(() => expect(request).toHaveBeenCalledWith('screen'));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(release).toHaveBeenCalledTimes(1));
  });

  it('says what to do if something is wrong, in a menu', async () => {
    const { user } = ticketOf(aHandover(early));
    await user.click(opener());
    await user.click(await screen.findByRole('button', { name: "Something isn't right" }));
    const entries = await screen.findAllByRole('menuitem');
    expect(entries.map(({ textContent }) => textContent)).toEqual(['Message Ana', "I can't make it"]);
  });

  it('turns into the moment and the thanks when the giver has entered it', async () => {
    const { user, ends } = ticketOf(aHandover(early));
    await user.click(opener());
    await screen.findByRole('dialog', { name: 'Show this to Ana' });
    await ends(done);
    const moment = within(await screen.findByRole('dialog', { name: 'You got it from Ana' }));
    expect(moment.getByText('Enjoy “Sourdough loaves”!')).toBeTruthy();
    expect(moment.getByRole('button', { name: 'Thank Ana' })).toBeTruthy();
  });
});

it('asks for the digits with the name of the person who has them', async () => {
  const { user } = ticketOf(aHandover({ ...early, side: 'giver', ownPlace: 'revealed' }));
  await user.click(screen.getByRole('button', { name: "Enter June's code" }));
  expect(await screen.findByText('Ask June for the 4 digits to finish.')).toBeTruthy();
});

it('is entered without a name where a person asked for food as a neighbor', () => {
  const handover = aHandover({ ...early, side: 'giver' });
  ticketOf({ ...handover, emergencyRequestId: handover.receiver.id });
  expect(screen.getByRole('button', { name: 'Enter their code' })).toBeTruthy();
});

it('takes digits of the keyboard when a key of the keypad has the focus, also after a wrong code', async () => {
  replyError(completeHandover, 422, {
    code: 'check-fields',
    message: 'Please check.',
    fieldErrors: { code: codeOf('wrong-code') },
  });
  const handover = aHandover({ ...early, side: 'giver' });
  reply(getHandover, handover);
  const { user } = ticketOf(handover);
  await user.click(screen.getByRole('button', { name: "Enter June's code" }));
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: "June's pickup code" });
  for (let typed = 0; typed < 4; typed += 1) await user.click(screen.getByRole('button', { name: '9' }));
  await screen.findByText(errorSentence('wrong-code'));
  await user.keyboard('48');
  expect(field.value).toBe('48');
  await user.keyboard('{Backspace}');
  expect(field.value).toBe('4');
});

it('hands over the pickup that a code belongs to, where it was read under another name', async () => {
  const sofias = aHandover({ id: anId(), side: 'giver', title: 'Rye bread' });
  const whose = { name: 'Sofia', title: 'Rye bread', handoverId: sofias.id };
  const refuse = () => {
    const fieldErrors = { code: { ...codeOf('wrong-code.other-pickup'), params: whose } };
    replyError(completeHandover, 422, { code: 'check-fields', message: 'Please check.', fieldErrors });
  };
  refuse();
  const junes = aHandover({ side: 'giver' });
  reply(getHandover, ({ params }) => (params['id'] === junes.id ? junes : { ...sofias, ...done }));
  const { user } = ticketOf(junes);
  await user.click(screen.getByRole('button', { name: "Enter June's code" }));
  const field = await screen.findByRole('textbox', { name: "June's pickup code" });
  await user.type(field, '9341');
  await screen.findByText(errorSentence('wrong-code.other-pickup', whose));
  replyError(completeHandover, 503, { code: 'away', message: 'We are away for a moment.' });
  await user.click(screen.getByRole('button', { name: 'Hand over to Sofia' }));
  await screen.findByText('We are away for a moment.');
  refuse();
  await user.type(field, '9342');
  await screen.findByText(errorSentence('wrong-code.other-pickup', whose));
  expect(screen.queryByText('We are away for a moment.')).toBeNull();
  const heard = reply(completeHandover, { ...sofias, ...done });
  await user.click(screen.getByRole('button', { name: 'Hand over to Sofia' }));
  expect(await screen.findByRole('dialog', { name: 'You handed it over to June' })).toBeTruthy();
  expect(heard.map(({ params, body }) => [params['id'], body])).toEqual([[sofias.id, { code: '9342' }]]);
});

describe('the camera of the giver', () => {
  const handover = aHandover({ ...early, side: 'giver', ownPlace: 'revealed' });
  const stop = vi.fn();
  function withCamera(reads: readonly string[], camera: () => Promise<unknown>) {
    stop.mockClear();
    vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
    vi.stubGlobal(
      'BarcodeDetector',
      class {
        static getSupportedFormats = async () => ['qr_code'];
        detect = async () => reads.map((rawValue) => ({ rawValue }));
      },
    );
    Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia: camera } });
  }
  const stream = async () => {
    const media = new MediaStream();
    media.getTracks = () => [{ stop } as unknown as MediaStreamTrack];
    return media;
  };
  /** What the page would draw from the camera: the ticket of someone else. */
  function showToCamera(code: string) {
    const { container, unmount } = render(<QrCode content={code} className="" />);
    const side = Number(container.querySelector('svg')?.getAttribute('viewBox')?.split(' ')[2]);
    const drawn = container.querySelector('path')?.getAttribute('d') ?? '';
    const dark = new Set([...drawn.matchAll(/M(\d+),(\d+)/g)].map(([, x, y]) => `${x},${y}`));
    unmount();
    for (const length of ['videoWidth', 'videoHeight'])
      Object.defineProperty(HTMLVideoElement.prototype, length, { configurable: true, value: 640 });
    let isDrawn = false;
    const getImageData = (_x: number, _y: number, width: number, height: number) => {
      const data = new Uint8ClampedArray(width * height * 4);
      if (!isDrawn) return { data, width, height };
      for (let at = 0; at < width * height; at += 1) {
        const [x, y] = [at % width, Math.floor(at / width)].map((px) => Math.floor((px * side) / width));
        data.fill(dark.has(`${x},${y}`) ? 0 : 255, at * 4, at * 4 + 4);
      }
      return { data, width, height };
    };
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
      fillRect: () => {},
      drawImage: () => (isDrawn = true),
      getImageData,
    } as unknown as never);
  }
  async function scan() {
    const part = ticketOf(handover);
    await part.user.click(screen.getByRole('button', { name: "Enter June's code" }));
    await part.user.click(await screen.findByRole('button', { name: 'Scan' }));
    return part;
  }

  it('reads the four digits, which finishes the handover, and stops', async () => {
    withCamera(['https://example.org', '4821'], stream);
    const heard = reply(completeHandover, { ...handover, ...done });
    reply(getHandover, { ...handover, ...done });
    await scan();
    expect(await screen.findByRole('dialog', { name: 'You handed it over to June' })).toBeTruthy();
    expect(heard.map(({ body }) => body)).toEqual([{ code: '4821' }]);
    expect(stop).toHaveBeenCalled();
  });

  it('stops when the sheet is closed', async () => {
    withCamera([], stream);
    const { user } = await scan();
    await screen.findByLabelText('The camera, looking for the code');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(stop).toHaveBeenCalled());
  });

  class BrokenReader {
    static async getSupportedFormats(): Promise<string[]> {
      return ['qr_code'];
    }
    detect(): Promise<never> {
      return Promise.reject(new DOMException('no service', 'NotSupportedError'));
    }
  }
  it.each([
    ['has no reader', undefined],
    ['cannot read QR codes', { getSupportedFormats: async () => ['ean_13'] }],
    ['has no service for it', { getSupportedFormats: () => Promise.reject(new Error('no service')) }],
    ['says that it can and cannot', BrokenReader],
  ])('reads the code that a ticket shows, also where the browser %s', async (_, reader) => {
    withCamera([], stream);
    vi.stubGlobal('BarcodeDetector', reader);
    showToCamera('4821');
    const heard = reply(completeHandover, { ...handover, ...done });
    reply(getHandover, { ...handover, ...done });
    await scan();
    expect(await screen.findByRole('dialog', { name: 'You handed it over to June' })).toBeTruthy();
    expect(heard.map(({ body }) => body)).toEqual([{ code: '4821' }]);
  });

  it('that is refused is said in one sentence, and the keys stay', async () => {
    withCamera([], async () => {
      throw new DOMException('no', 'NotAllowedError');
    });
    await scan();
    expect(
      await screen.findByText("We can't use the camera right now. You can type the four digits instead."),
    ).toBeTruthy();
    expect(screen.getByRole('button', { name: '7' })).toBeTruthy();
  });

  it('is refused where a canvas gives out noise', async () => {
    const camera = vi.fn(stream);
    withCamera([], camera);
    vi.stubGlobal('BarcodeDetector', undefined);
    const getImageData = () => ({ data: new Uint8ClampedArray(16).fill(128), width: 2, height: 2 });
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
      fillRect: () => {},
      getImageData,
    } as unknown as never);
    await scan();
    expect(await screen.findByText(/^We can't use the camera right now/)).toBeTruthy();
    expect(camera).not.toHaveBeenCalled();
  });

  it('is not offered where there is none', async () => {
    const { user } = ticketOf(handover);
    await user.click(screen.getByRole('button', { name: "Enter June's code" }));
    expect(await screen.findByRole('button', { name: '7' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Scan' })).toBeNull();
  });
});
