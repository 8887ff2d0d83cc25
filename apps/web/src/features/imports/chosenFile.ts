/** A file as it was when it was chosen; choosing it once more makes another one of it. */
export interface ChosenFile {
  readonly key: string;
  readonly file: File;
}

export function chooseFile(file: File): ChosenFile {
  return { key: crypto.randomUUID(), file };
}

/** The file was changed, moved or deleted after it was chosen: browsers do not hand it out any more. */
export class FileChanged extends Error {}

/** @throws FileChanged, which the call itself would only report as a lost connection */
export async function requireReadable({ file }: ChosenFile): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch {
    throw new FileChanged();
  }
}
