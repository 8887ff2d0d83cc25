/** The box of every field that is typed or chosen in (styles/controls.css). */
export const controlStyle = 'control';
