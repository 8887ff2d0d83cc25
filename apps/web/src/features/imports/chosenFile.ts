/** A file in its state when chosen; choosing it again gives another object. */
export interface ChosenFile {
  readonly key: string;
  readonly file: File;
}

export function chooseFile(file: File): ChosenFile {
  return { key: crypto.randomUUID(), file };
}

/** The file was changed, moved or deleted after it was chosen: browsers refuse to read it then. */
export class FileChanged extends Error {}

/** @throws FileChanged, which the call itself would report as a lost connection */
export async function requireReadable({ file }: ChosenFile): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch {
    throw new FileChanged();
  }
}
