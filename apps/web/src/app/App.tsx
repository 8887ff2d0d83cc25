/** Stands in until the pages behind sign-in are here. */
export function App() {
  return null;
}
