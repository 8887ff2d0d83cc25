const styleId = 'react-aria-pressable-style';

// react-aria appends a style element with this id unless one is there, and the content policy would refuse it.
// Its single rule stands in base.css.
if (typeof document !== 'undefined' && !document.getElementById(styleId)) {
  document.head.append(Object.assign(document.createElement('meta'), { id: styleId }));
}
