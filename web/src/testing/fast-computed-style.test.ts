import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';

afterEach(() => document.body.replaceChildren());

const shows = (html: string) => {
  document.body.innerHTML = html;
  return screen.queryByRole('button', { name: 'Share' }) !== null;
};
const BUTTON = '<button>Share</button>';

it.each([
  BUTTON,
  `<dialog open>${BUTTON}</dialog>`,
  `<p style="visibility: hidden"><span style="visibility: visible">${BUTTON}</span></p>`,
  '<button><svg aria-hidden="true"><title>To</title></svg>Share</button>',
  '<button>Share<i style="display: none"> it</i></button>',
  '<style>.any { color: red }</style><button class="any">Share</button>',
])('finds the button in %s', (html) => expect(shows(html)).toBe(true));

it.each([
  `<template>${BUTTON}</template>`,
  `<dialog>${BUTTON}</dialog>`,
  `<div style="display: none"><p>${BUTTON}</p></div>`,
  `<div style="visibility: hidden"><p>${BUTTON}</p></div>`,
  '<button>Share<div>now</div></button>',
  `<style>p { display: none }</style><p>${BUTTON}</p>`,
  `<style>p { visibility: hidden }</style><p>${BUTTON}</p>`,
])('does not find the button in %s', (html) => expect(shows(html)).toBe(false));

it.each([
  `<div style="pointer-events: none">${BUTTON}</div>`,
  `<style>button { pointer-events: none }</style>${BUTTON}`,
])('refuses a click on %s', async (html) => {
  expect(shows(html)).toBe(true);
  await expect(userEvent.click(screen.getByRole('button'))).rejects.toThrow('pointer-events: none');
});

it('leaves all other properties to happy-dom', () => {
  shows('<b style="color: red; width: 3px">Share</b>');
  const style = getComputedStyle(screen.getByText('Share'));
  expect([style.color, style.getPropertyValue('width')]).toEqual(['red', '3px']);
});
