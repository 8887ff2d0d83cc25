import type { Language } from '@guichet/contract/core/language';
import type { RawEditorOptions } from 'hugerte';
import { frenchCode } from './loadEditor.ts';
import textStyle from './text.css?url';

export interface EditorLook {
  /** Of the buttons and menus; the text has a language of its own. */
  readonly language: Language;
  readonly isDark: boolean;
  /** Names the frame in which one types. */
  readonly title: string;
  /** Says to whoever hears the text how the tools are reached. */
  readonly hint: string;
}

/** As the specification has it (S2): 400 px, no menu bar, these tools. */
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
    // Its menus stand beside it, within the main part of the page.
    ui_mode: 'split',
    block_formats: 'Paragraph=p;Heading 1=h1;Heading 2=h2;Heading 3=h3;Heading 4=h4;Blockquote=blockquote',
    // Not its colours: those are the paper's, and the menu may be dark.
    preview_styles: 'font-size font-weight font-style',
    help_tabs: ['shortcuts', 'keyboardnav'],
    language: language === 'fr' ? frenchCode : 'en',
    skin: isDark ? 'oxide-dark' : 'oxide',
    content_css: textStyle,
    body_class: isDark ? 'is-dark' : '',
    iframe_aria_text: `${title}. ${hint}`,
    // Addresses and placeholders stay as they were typed.
    convert_urls: false,
    entity_encoding: 'raw',
    // A picture in a message would be cleaned away; better not to take it at all.
    paste_data_images: false,
    invalid_elements: 'img,svg,video,audio,iframe,script,style,form,input,button',
    color_map: colours(),
    custom_colors: false,
    contextmenu: false,
  };
}

/** Backgrounds on which dark words can be read. The names are translated by the editor. */
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
