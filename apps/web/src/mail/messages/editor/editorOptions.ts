import type { Language } from '@guichet/contract/core/language';
import type { RawEditorOptions } from 'hugerte';
import { frenchCode } from './loadEditor.ts';
import textStyle from './text.css?url';

export interface EditorLook {
  /** The language of buttons and menus; the text has a language of its own. */
  readonly language: Language;
  readonly isDark: boolean;
  /** The accessible name of the frame with the text. */
  readonly title: string;
  /** The accessible name of the toolbar. */
  readonly toolbar: string;
  /** Tells screen reader users how to reach the toolbar. */
  readonly hint: string;
}

/** S2: 400 px, no menu bar, and these tools. */
export function editorOptions({ language, isDark, title, hint }: EditorLook): RawEditorOptions {
  return {
    base_url: __EDITOR_FOLDER__,
    suffix: '.min',
    height: 400,
    menubar: false,
    statusbar: false,
    branding: false,
    promotion: false,
    plugins: 'lists help',
    toolbar:
      'undo redo | blocks | bold italic backcolor | alignleft aligncenter alignright alignjustify | bullist numlist outdent indent | removeformat | help',
    toolbar_mode: 'wrap',
    // Renders menus beside the editor, inside the main landmark.
    ui_mode: 'split',
    block_formats: 'Paragraph=p;Heading 1=h1;Heading 2=h2;Heading 3=h3;Heading 4=h4;Blockquote=blockquote',
    // Leaves out the text's colours, which suit paper; the menu may be dark.
    preview_styles: 'font-size font-weight font-style',
    help_tabs: ['shortcuts', 'keyboardnav'],
    language: language === 'fr' ? frenchCode : 'en',
    skin: isDark ? 'oxide-dark' : 'oxide',
    content_css: textStyle,
    body_class: isDark ? 'is-dark' : '',
    iframe_aria_text: `${title}. ${hint}`,
    // Keeps addresses and placeholders as typed.
    convert_urls: false,
    entity_encoding: 'raw',
    // The server would remove a picture from a message, so none is accepted.
    paste_data_images: false,
    invalid_elements: 'img,svg,video,audio,iframe,script,style,form,input,button',
    color_map: colours(),
    custom_colors: false,
    contextmenu: false,
  };
}

/** Background colours on which dark text is readable, with names that the editor translates. */
function colours(): string[] {
  return [
    '#FBEEB8',
    'Light Yellow',
    '#FFE0B8',
    'Light Orange',
    '#F8CAC6',
    'Light Red',
    '#F2D4EE',
    'Light Purple',
    '#D3E3FD',
    'Light Blue',
    '#CBEFE6',
    'Light Turquoise',
    '#BFEDD2',
    'Light Green',
    '#ECF0F1',
    'Light Gray',
  ];
}
