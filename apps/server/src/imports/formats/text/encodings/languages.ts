import type { ListEncoding } from '@guichet/contract/imports/imports.encodings';

/** A language by the letters in which its names are written. */
export interface Writing {
  readonly script: 'Latin' | 'Cyrillic' | 'Greek' | 'Hebrew' | 'Arabic' | 'Thai' | 'Han' | 'Kana' | 'Hangul';
  /** The usual letters, the commonest first; of a language in Latin letters those beyond ASCII. */
  readonly letters: string;
  /** How rare the language is among the names of an encoding. */
  readonly rarity: number;
  /** The first bytes of the ideographs that the standard of the encoding lists as common. */
  readonly common?: { readonly encoding: ListEncoding; readonly first: number; readonly last: number };
}

const latin = (letters: string, rarity = 1.5): Writing => ({ script: 'Latin', letters, rarity });

/** French, Spanish and Portuguese, German, Danish and Swedish, Italian, Icelandic. */
const western = [
  latin('éèçëïôêîâàûœùüÿæ', 0.5),
  latin('ñóáíéúãçõêâüôà'),
  latin('üöäß'),
  latin('åøöæäé', 2),
  latin('èàòùìé', 2.5),
  latin('óðáíéúþöæý', 3.5),
];
/** Polish, Czech and Slovak, Hungarian, Romanian, Croatian and Slovene. */
const central = [
  latin('łóńśżęąćź'),
  latin('áíčřšéěýžůúňťďôľäĺŕó'),
  latin('áéöóőüíúű'),
  latin('ăîâşţșț'),
  latin('ćčšžđ'),
];
const turkish = [latin('ışçöğüâî')];
/** Lithuanian, Latvian, Estonian. */
const baltic = [latin('ėšžūčįųąę'), latin('āīšņļēžķģūč'), latin('õäöüšž')];
/** Russian, Ukrainian, Serbian and Bulgarian. */
const cyrillic: readonly Writing[] = [
  { script: 'Cyrillic', letters: 'аоеинвркслтмдуягьпйбшзчыхюцжэфщёъ', rarity: 0.5 },
  { script: 'Cyrillic', letters: 'оаенкривлтмусдячюпійбгьшзцхїєжщфґ', rarity: 0.5 },
  { script: 'Cyrillic', letters: 'аоиевнрсктјлмуданћпбзгђчжљњцшхфџ', rarity: 1.5 },
];
const greek: readonly Writing[] = [
  { script: 'Greek', letters: 'αοςσνιρτκλπυεδημάγόίωήύέθβχφξζώψϊϋ', rarity: 0.5 },
];
const hebrew: readonly Writing[] = [
  { script: 'Hebrew', letters: 'יהולאמרנבשדתכעןחםגפקטצזסךףץ', rarity: 0.5 },
];
const arabic: readonly Writing[] = [
  { script: 'Arabic', letters: 'ايملدنحرعبسةوهفشكقزجصطخأيغىتثذإضئءظؤآپچژگ', rarity: 0.5 },
];
const thai: readonly Writing[] = [
  { script: 'Thai', letters: 'านรกเอยมวลสงทตคดบปจชพหศณ์ัีิุู่้ธภถไใโผขฟฐซญแฒษฉฑฆ็ึืฎฬฮฏฤ', rarity: 0.5 },
];

const simplified =
  '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文' +
  '伟芳娜秀英敏静丽强磊军洋勇艳杰娟涛明超兰霞平刚桂华建国志红玉春梅海燕晓云峰鹏飞宇浩然子涵欣怡梓轩佳思雨嘉俊辉博斌丹婷雪琳颖倩宁波慧莉萍凤洁玲琴珍荣爱美月香莲真雅小大永东新成天家德光正';
const traditional =
  '陳林黃張李王吳劉蔡楊許鄭謝郭洪邱曾廖賴徐周葉蘇莊呂江何蕭羅高潘簡朱鍾游彭詹胡施沈余盧梁趙顏柯翁魏孫戴范方宋鄧杜傅侯曹薛丁卓馬阮董溫唐藍蔣石古紀姚連馮歐程湯田康姜白' +
  '家豪志明怡君淑芬美玲雅婷俊傑雯建宏佳穎承恩宗翰冠廷柏宇彥欣詩涵筑佩珊宜惠麗華秀英國強文雄金水玉珍芳月雪素真瑞小大偉龍慧敏靜珊嘉永成天德光正安';
const japanese =
  '佐藤鈴木高橋田中伊渡辺山本村小林加吉川斎井清水松石前岡長谷後近上野原島青坂池阿部森内西丸大久保' +
  '太郎一二三子美花恵裕陽翔健輔拓海翼蓮結衣葵彩香由紀真理奈優愛菜桜咲直樹和也誠隆弘幸雄';
const korean =
  '김이박최정강조윤장임한오서신권황안송류홍전고문양손배백허유남심노하곽성차주우구민진지나엄채원천방공현함변' +
  '준연수영은예도시아재호승혜경희미숙자순옥동훈상철병태창규환석기용범찬빈선소가다라인보별솔';

function han(letters: string, encoding: ListEncoding, first: number, last: number): Writing {
  return { script: 'Han', letters, rarity: 0, common: { encoding, first, last } };
}

/** The languages whose names lists in an encoding hold; the order is that of preference between equal readings. */
export const writings: Readonly<Record<Exclude<ListEncoding, 'utf-8'>, readonly Writing[]>> = {
  'windows-1252': western,
  macintosh: western,
  cp850: western,
  'windows-1250': central,
  'windows-1254': turkish,
  'windows-1257': baltic,
  'windows-1251': cyrillic,
  'koi8-r': cyrillic,
  cp866: cyrillic,
  'windows-1253': greek,
  'windows-1255': hebrew,
  'windows-1256': arabic,
  'windows-874': thai,
  gbk: [han(simplified, 'gbk', 0xb0, 0xd7)],
  big5: [han(traditional, 'big5', 0xa4, 0xc6)],
  shift_jis: [han(japanese, 'shift_jis', 0x88, 0x97)],
  'euc-jp': [han(japanese, 'euc-jp', 0xb0, 0xcf)],
  'euc-kr': [{ script: 'Hangul', letters: korean, rarity: 0 }],
};
