/** React, react-dom and a form of two fields: the minimal size of a sign-in page in React. */
import { createElement, useState } from 'react';
import { createRoot } from 'react-dom/client';

function Form() {
  const [isSending, setSending] = useState(false);
  const field = (label: string, name: string, type: string) =>
    createElement('label', null, label, createElement('input', { name, type }));
  return createElement(
    'form',
    { onSubmit: () => setSending(true) },
    field('Email address', 'username', 'email'),
    field('Password', 'password', 'password'),
    createElement('button', { type: 'submit', disabled: isSending }, 'Sign in'),
  );
}

createRoot(document.getElementById('root') as HTMLElement).render(createElement(Form));
