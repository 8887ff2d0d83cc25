import { foundOf, type Operation } from '../operation.ts';

/** The text of a label of a system; `text` is unique among the saves. */
export function savedContent(systemId: number, languageId: 0 | 1, label: string, text: string): Operation {
  return {
    what: `content ${label} ${text}`,
    send: (client) => client.post(`/api/SystemContent/${systemId}/${languageId}/${label}`, { content: text }),
    async find(seen) {
      const lines = seen.lines('content.saved', ({ detail }) => detail.after === text);
      return foundOf(lines, lines > 0);
    },
    register: {
      key: `content ${systemId} ${languageId} ${label}`,
      value: text,
      async current(seen) {
        const items = await seen.content(systemId);
        return (
          items.find((item) => item.label === label && Number(item.languageId) === languageId)?.content ?? ''
        );
      },
    },
  };
}
