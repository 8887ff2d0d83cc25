import { foundOf, type Operation } from '../operation.ts';

/** Subject and body of a message; `text` is unique among the saves. */
export function savedMessage(systemId: number, languageId: 1 | 2, text: string): Operation {
  const lineOf = (subject: unknown) => subject === text;
  return {
    what: `message ${text}`,
    send(client) {
      const form = new FormData();
      form.set('subject', text);
      form.set('body', `<p>${text}</p>`);
      return client.post(`/api/message/${systemId}/${languageId}`, form);
    },
    async find(seen) {
      const lines = seen.lines('message.saved', ({ detail }) => lineOf(detail.subject));
      return foundOf(lines, lines > 0);
    },
    register: {
      key: `message ${systemId} ${languageId}`,
      value: text,
      async current(seen) {
        const { subject, body } = await seen.message(systemId, languageId);
        return body.includes(subject) ? subject : `half: ${subject} over ${body}`;
      },
    },
  };
}
