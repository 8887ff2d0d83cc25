const styleId = 'react-aria-pressable-style';

// react-aria appends a style element with this id unless one exists, and the content security policy would
// block that element. Its only rule is in app.css.
if (typeof document !== 'undefined' && !document.getElementById(styleId)) {
  document.head.append(Object.assign(document.createElement('meta'), { id: styleId }));
}
