import { expect, test } from 'vitest';
import { withPlaceLinks } from './mailLinks.ts';

const link = '<a href="{{examPlaceUrl}}">{{examPlaceName}}</a>';

test.each([
  ['in a text', '<p>Lieu : <strong>{{ examPlace }}</strong>.</p>', `<p>Lieu : <strong>${link}</strong>.</p>`],
  ['after a link', '<a href="x">x</a> {{examPlace}}', `<a href="x">x</a> ${link}`],
])('the place is a link %s', (_where, html, linked) => {
  expect(withPlaceLinks(html)).toBe(linked);
});

test.each([
  ['in an attribute', '<p title="{{examPlace}}"><a href="{{examPlace}}">x</a></p>'],
  ['inside another link', '<a href="{{loginUrl}}">Voir <em>{{examPlace}}</em></a>'],
  ['under another name', '<p>{{formerPlace}} {{examPlaces}}</p>'],
])('it stays as it is %s', (_where, html) => {
  expect(withPlaceLinks(html)).toBe(html);
});
