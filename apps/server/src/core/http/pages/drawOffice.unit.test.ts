import { expect, it } from 'vitest';
import { drawOffice } from './firstPage.ts';

const ways =
  '<!--email--><a href="mailto:{{address}}">{{email}}</a><!--email--><!--phone--><a href="{{call}}">{{phone}}</a><!--phone--><!--place--><i>{{place}}</i><!--place-->';
const mould = `<!--one--><p>Aide?${ways}</p><!--one--><!--programs--><ul><!--program--><li>{{name}}${ways}</li><!--program--></ul><!--programs--><!--none--><p>Ailleurs</p><!--none-->`;
const none = { email: null, phone: null, office: null };

it('draws the ways that are set, the place in the language', () => {
  const office = {
    email: 'bureau@uni.ca',
    phone: '613 555-0100, poste 12',
    office: { fr: 'Pavillon', en: 'Hall' },
  };
  expect(drawOffice(mould, 'fr', office)).toBe(
    '<p>Aide?<a href="mailto:bureau@uni.ca">bureau@<wbr>uni.<wbr>ca</a><a href="tel:6135550100;ext=12">613 555-0100, poste 12</a><i>Pavillon</i></p>',
  );
  expect(drawOffice(mould, 'en', { ...none, office: office.office })).toBe('<p>Aide?<i>Hall</i></p>');
  expect(drawOffice(mould, 'en', none)).toBe('<p>Ailleurs</p>');
});

it('draws each program where they have different offices', () => {
  const programs = [
    { ...none, title: { fr: 'PDI', en: 'PDI Exams' }, phone: '+1 613 555-0102' },
    { ...none, title: { fr: 'D&C', en: 'D&C' }, office: { fr: 'C', en: 'C' } },
  ];
  expect(drawOffice(mould, 'fr', { ...none, programs })).toBe(
    '<ul><li>PDI<a href="tel:+16135550102">+1 613 555-0102</a></li><li>D&#38;C<i>C</i></li></ul>',
  );
});

it('escapes whatever somebody typed', () => {
  const typed = '</script></template><!--one-->{{phone}}"\'$&\u2028';
  const office = { email: `"a'%<@uni.ca`, phone: 'tél.<b> 613', office: { fr: typed, en: typed } };
  expect(drawOffice(mould, 'fr', office)).toBe(
    '<p>Aide?<a href="mailto:%22a&#39;%25%3C@uni.ca">&#34;a&#39;%&#60;@<wbr>uni.<wbr>ca</a><a href="tel:613">tél.&#60;b&#62; 613</a>' +
      '<i>&#60;/script&#62;&#60;/template&#62;&#60;!--one--&#62;{{phone}}&#34;&#39;$&#38;\u2028</i></p>',
  );
});
