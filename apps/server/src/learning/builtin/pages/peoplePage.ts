import { type Html, html } from '../../../platform/http/pages/html.ts';
import type { Course } from '../builtin.queries.ts';
import { courseAddress, frontAddress, mailAddress } from './addresses.ts';
import { facts, wayBack, whenFacts } from './parts.ts';
import { formatCount, type InnerView, wordsOf } from './view.ts';

/** Page size of the list of people. */
export const peoplePerPage = 100;

interface Listed {
  readonly key: string;
  readonly fullName: string;
  readonly email: string;
}

/** One course for staff: its facts and a page of its people. */
export function peoplePage(view: InnerView, course: Course, count: number, people: readonly Listed[]) {
  const words = wordsOf(view);
  const main = html`${wayBack(frontAddress(view.organisation.slug, view.language), words.backToAll)}
<header class="opening"><h1>${course.title}</h1></header>
${facts([...whenFacts(view, course), { name: words.code, value: course.code }])}
<section class="section">
<h2 id="people">${count > 0 ? words.placed(formatCount(count, view), count === 1) : words.nobodyTitle}</h2>
${count > 0 ? table(view, people) : html`<p>${words.nobodyText}</p>`}
${pager(view, course, Math.ceil(count / peoplePerPage))}
</section>`;
  return { title: course.title, main };
}

function table(view: InnerView, people: readonly Listed[]): Html {
  const words = wordsOf(view);
  return html`<table class="list" role="table" aria-labelledby="people">
<thead role="rowgroup"><tr role="row">
<th role="columnheader" scope="col">${words.name}</th><th role="columnheader" scope="col">${words.email}</th>
<th role="columnheader" scope="col">${words.key}</th>
</tr></thead>
<tbody role="rowgroup">${people.map(
    ({ key, fullName, email }) => html`<tr role="row">
<th role="rowheader" scope="row">${fullName}</th>
<td role="cell" data-label="${words.email}"><a href="${mailAddress(email)}">${email}</a></td>
<td role="cell" data-label="${words.key}"><code>${key}</code></td>
</tr>`,
  )}</tbody>
</table>`;
}

function pager(view: InnerView, course: Course, last: number): Html | null {
  if (last < 2) return null;
  const words = wordsOf(view);
  const { language, page } = view;
  const to = (there: number) => courseAddress(view.organisation.slug, course.code, language, there);
  return html`<nav class="pager" aria-label="${words.pages}">
${page > 1 && html`<a class="button" rel="prev" href="${to(page - 1)}">${words.previous}</a>`}
<span>${words.pageOf(formatCount(page, view), formatCount(last, view))}</span>
${page < last && html`<a class="button" rel="next" href="${to(page + 1)}">${words.next}</a>`}
</nav>`;
}
