import { type JSXChild, type Node, parseSync, Visitor } from 'oxc-parser';

/** Finds hard-coded words of the pages, which should use text keys. */
export interface HardCodedWords {
  readonly line: number;
  readonly text: string;
}

/** Allowed words: names, forms and codes, each with its reason. */
export interface Exception {
  readonly path: string;
  readonly text: string;
  readonly why: string;
}

/** Attributes and fields that are displayed or read aloud, including those of our own components. */
const shown =
  /^(?:alt|title|placeholder|label|\w*Label|aria-(?:label|description|roledescription|valuetext|placeholder)|text|hint|note|error|caption|legend|heading|headings|message|messages|description|lead|words?|summary)$/;

/** Functions that display their argument. */
const speaking = new Set(['alert', 'confirm', 'prompt']);

/** Texts of the contract and of the server are for programmers, or come with a reply; pages have their own. */
const foreignWords: Readonly<Record<string, string>> = { '@guichet/contract/core/errors': 'errors' };

/** Scans a file of the pages for words that bypass `t`. */
export function findHardCodedWords(path: string, source: string): HardCodedWords[] {
  const found: HardCodedWords[] = [];
  const add = (start: number, text: string) => {
    const words = text.replace(/\s+/g, ' ').trim();
    // Without a letter it is no word: numbers, dashes, an ellipsis.
    if (/\p{L}/u.test(words)) found.push({ line: source.slice(0, start).split('\n').length, text: words });
  };
  const { program, module } = parseSync(path, source);
  for (const { moduleRequest, entries, start } of module.staticImports) {
    const forbidden = foreignWords[moduleRequest.value];
    for (const { importName, isType } of entries) {
      if (!isType && forbidden && importName.name === forbidden) add(start, `import of ${importName.name}`);
    }
  }
  new Visitor({
    JSXText: ({ value, start }) => add(start + value.search(/\S|$/), value),
    JSXElement: ({ children }) => addChildren(children, add),
    JSXFragment: ({ children }) => addChildren(children, add),
    JSXAttribute: ({ name, value, start }) => {
      const isShown = name.type === 'JSXIdentifier' && shown.test(name.name);
      if (value && isShown) addTexts(value, start, add);
    },
    Property: ({ key, value, start }) => {
      const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : '';
      if (shown.test(name)) addTexts(value, start, add);
    },
    AssignmentExpression: ({ left, right, start }) => {
      if (left.type === 'MemberExpression' && left.property.type === 'Identifier') {
        if (shown.test(left.property.name) || left.property.name === 'textContent')
          addTexts(right, start, add);
      }
    },
    MemberExpression: ({ property, start }) => {
      if (property.type === 'Identifier' && property.name === 'summary')
        add(start, 'the summary of an endpoint');
    },
    CallExpression: ({ callee, arguments: [first], start }) => {
      if (callee.type === 'Identifier' && speaking.has(callee.name) && first) addTexts(first, start, add);
    },
  }).visit(program);
  return found;
}

type Add = (start: number, text: string) => void;

function addChildren(children: readonly JSXChild[], add: Add): void {
  for (const child of children)
    if (child.type === 'JSXExpressionContainer') addTexts(child, child.start, add);
}

/** The strings that an expression may evaluate to; arguments of nested calls are not included. */
function addTexts(node: Node, start: number, add: Add): void {
  switch (node.type) {
    case 'JSXExpressionContainer':
      addTexts(node.expression, start, add);
      break;
    case 'Literal':
      if (typeof node.value === 'string') add(start, node.value);
      break;
    case 'TemplateLiteral':
      for (const { value } of node.quasis) add(start, value.cooked ?? '');
      for (const inner of node.expressions) addTexts(inner, start, add);
      break;
    case 'ConditionalExpression':
      addTexts(node.consequent, start, add);
      addTexts(node.alternate, start, add);
      break;
    case 'LogicalExpression':
      addTexts(node.left, start, add);
      addTexts(node.right, start, add);
      break;
    case 'BinaryExpression':
      if (node.operator !== '+') break;
      addTexts(node.left, start, add);
      addTexts(node.right, start, add);
      break;
    case 'ArrayExpression':
      for (const inner of node.elements) if (inner) addTexts(inner, start, add);
      break;
  }
}

/** Words that are neither keys nor exceptions, and unused exceptions. */
export function* findWordFaults(
  words: ReadonlyMap<string, readonly HardCodedWords[]>,
  keys: ReadonlySet<string>,
  exceptions: readonly Exception[],
): Iterable<string> {
  const used = new Set<Exception>();
  for (const [path, found] of words) {
    for (const { line, text } of found) {
      const exception = exceptions.find((one) => one.path === path && one.text === text);
      if (exception) used.add(exception);
      else if (!keys.has(text))
        yield `${path}:${line}: “${text}” stands in the code: give it a key in both files`;
    }
  }
  for (const exception of exceptions) {
    if (!used.has(exception)) yield `${exception.path}: the exception “${exception.text}” is needed no more`;
  }
}
