import { listEncodings } from '@guichet/contract/imports/imports.encodings';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { readAll } from '../../../fixtures/readAll.ts';

const listOf = (names: readonly string[]) =>
  ['Email,First name,Last name', ...names.map((name, at) => `p${at}@x.ca,${name.replace(' ', ',')}`)].join(
    '\r\n',
  );
const namesIn = ({ candidates }: ReturnType<typeof readAll>) =>
  candidates.map(({ firstName, lastName }) => `${firstName} ${lastName}`);

const lists: readonly (readonly [string, ...string[]])[] = [
  ['windows-1251', 'Шевченко Олена', 'Иванов Пётр'],
  ['windows-1251', 'ШЕВЧЕНКО ОЛЕНА', 'ИВАНОВ ПЁТР'],
  ['koi8-r', 'Иванов Пётр', 'Кузнецова Анна'],
  ['cp866', 'Иванов Петр', 'Кузнецова Анна'],
  ['windows-1253', 'Παπαδόπουλος Γιώργος', 'Νικολαΐδου Ελένη'],
  ['windows-1250', 'Łukaszewski Łukasz', 'Wałęsa Grażyna', 'Kamiński Józef'],
  ['windows-1250', 'Dvořák Jiří', 'Kučera Tomáš', 'Černý Zdeněk'],
  ['windows-1250', 'Kovačević Željko', 'Horvat Siniša', 'Đurić Ivan'],
  ['windows-1254', 'Yılmaz Ayşe', 'Çelik Gülşen', 'Öztürk İsmail', 'Doğan Çağla'],
  ['windows-1257', 'Bērziņš Jānis', 'Kalniņa Līga', 'Žukauskas Ąžuolas'],
  ['gbk', '王 伟', '李 娜', '张 秀英'],
  ['big5', '陳 志明', '林 淑芬', '黃 家豪'],
  ['shift_jis', '佐藤 太郎', '鈴木 花子', 'タナカ イチロウ'],
  ['euc-jp', '佐藤 太郎', '鈴木 花子'],
  ['euc-kr', '김 민준', '이 서연', '박 지훈'],
  ['windows-1255', 'כהן ליאת', 'לוי דוד', 'מזרחי יעל', 'אברהם רחל'],
  ['windows-1256', 'الخوري سارة', 'حداد محمد', 'منصور ليلى'],
  ['windows-1252', 'Roy Hélène'],
  ['windows-1252', 'Côté-Lemay Zoé', 'O’Brien Siobhán', 'D’Astous Loïc'],
  ['windows-1252', 'Roy Anaïs'],
  ['windows-1252', 'Lefèvre Ève'],
  ['windows-1252', 'Brûlé Geneviève', 'Forêt Anaïs', 'L’Heureux Noël'],
  ['windows-1252', 'Müller Jörg', 'Weiß Bärbel'],
  ['windows-1252', 'Guðmundsdóttir Þóra', 'Jónsson Björn'],
  ['macintosh', 'd’étudiants Ana'],
  ['utf-8', 'Roy Zoé'],
  ['utf-8', 'Nguyễn Thị'],
  ['utf-8', 'ბერიძე ნინო'],
  ['utf-8', 'शर्मा अनिता'],
];

describe('a list in an encoding that nothing states', () => {
  it.each(lists)('is read surely in %s: %s', (encoding, ...names) => {
    const read = readAll(iconv.encode(listOf(names), encoding));
    expect(read.problems).toEqual([]);
    expect(namesIn(read)).toEqual(names);
    expect(read.end.file?.encoding).toBe(encoding);
  });

  it('is shown by names of which an encoding decides, without those that had lost a letter before', () => {
    const { end } = readAll(
      iconv.encode(listOf(['Étienne Nguy?n', 'Aïcha Roy', 'Léa Nguy?n']), 'windows-1252'),
    );
    const [own] = end.file?.encodings ?? [];
    expect(own).toEqual({ encoding: 'windows-1252', samples: ['Étienne', 'Aïcha Roy', 'Léa'] });
  });

  it.each([
    ['windows-1250', 'windows-1252', 'Kamiński Jan', 'Kamiñski Jan'],
    ['windows-1250', 'windows-1252', 'Kovács Győző', 'Kovács Gyõzõ'],
    ['gbk', 'utf-8', 'Wang 伟', 'Wang ΰ'],
  ])('is asked about where two readings make sense: %s and %s', (encoding, other, name, misread) => {
    const bytes = iconv.encode(listOf([name]), encoding);
    const { codes, end } = readAll(bytes);
    expect(new Set(codes)).toEqual(new Set(['import.lettersUnsure']));
    const offered = new Map(end.file?.encodings.map((one) => [one.encoding as string, one.samples]));
    expect(offered.get(encoding)).toEqual([name]);
    expect(offered.get(other)).toEqual([misread]);
    for (const chosen of listEncodings.filter((one) => one === encoding))
      expect(namesIn(readAll(bytes, 'liste.csv', {}, { encoding: chosen }))).toEqual([name]);
  });
});
