import type french from '../../../public/assets/i18n/fr.json';

type FileKey = keyof typeof french;
type WithoutSystem<K> = K extends `System.${number}.${infer Generic}` ? Generic : K;
type PluralBase<K> = K extends `${infer Base}.other` ? Base : never;

/** Every key that `t` accepts: those of the file, those that only systems define, and plurals without their ending. */
export type TextKey = WithoutSystem<FileKey> | PluralBase<WithoutSystem<FileKey>>;
