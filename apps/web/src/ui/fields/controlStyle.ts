/** The class of every field's box (styles/controls.css). */
export const controlStyle = 'control';
