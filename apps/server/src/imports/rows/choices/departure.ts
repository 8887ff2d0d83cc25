import { fold } from '@guichet/contract/core/fold';
import { bareHeading } from '../../columns/sheetHeadings.ts';
import { repairText } from '../../formats/text/doubleEncoding.ts';
import { unescapeText } from '../../formats/text/escapedText.ts';

/**
 * The words and codes by which lists say that somebody is no longer registered: of Canvas (`deleted`, `inactive`),
 * Moodle (`suspended` = 1, `enrolstatus1` = 1), Banner (`DD`, `WD`, « Web Withdrawn »), PeopleSoft (`D`, `W`; of a
 * programme `DC`, `CN`), Colleague (`D`, `W`, `X`, `C`), and by hand.
 */
export type ReadDeparture = (cell: string) => boolean;

/** Words that say so in a column of any heading. */
const plainWords = `quittee?|left (?:the )?(?:program|course|school|university|college)[a-z]*|abandon(?:s|ne|nee|nes|nees|ned)?|annule(?:e|s|es)?|annulation|retrait|retire(?:e|s|es)?|desiste(?:e|s|es)?|
  desistement|desinscri(?:t|te|ts|tes|ption)|radie(?:e|s|es)?|supprime(?:e|s|es)?|demission(?:ne|nee|naire)?|decede(?:e)?|
  withdr(?:awn|ew|awal|aw)|dropped|drop ?[/-] ?delete|drop(?: web| class)|cancell?ed|cancellation|deleted|suspended|suspendue?s?|
  unenroll?ed|disenroll?ed|de-?registered|deceased|no longer (?:enroll?ed|registered|active)|(?:not|never) (?:enroll?ed|registered)|
  (?:n'est )?plus inscrite?s?|(?:non|pas)[ -]inscrite?s?|(?:en |sur )?liste d'attente|wait(?:ing)?[ -]?list(?:ed)?`;
/** Further words, which say so in a column of states. */
const stateWords = `inactif|inactive?s?|desactivee?s?|deactivated|disabled|drop|left|partie?s?|depart|exclue?s?|removed|enlevee?s?|
  transfere?e?s?|transferred|rejected|refusee?s?|radiation|suspension|expelled|expulsee?s?|dismissed|discontinued|terminated|not current|
  not active|non active?|non actif|closed|fermee?s?|waiting|en attente de place`;

const join = (words: string) => words.replaceAll(/\n */g, '');
const before = `(?:(?:a|ont|est|s'est|has|was|etudiante?|student|inscription|enroll?ment|registration|cours|course|web|officially|officiel) )*`;
const plain = new RegExp(
  `^${before}(?:${join(plainWords)})(?:$| ?[^a-z ]| (?:le|la|les|du|de|des|au|aux|en|on|from|of|by|the|depuis|since|web|cours|course|officiel|total|a)\\b| [ld]')`,
);
const inState = new RegExp(`(?<![\\w'-])(?:${join(plainWords)}|${join(stateWords)})(?![\\w-])`);
/** Before such a word: denied, or taken back. */
const denied =
  /(?:^|[^a-z])(?:non|not|no|never|jamais|aucune?|sans|pas)(?: (?:de|d'|been|was|encore))? $|reinstat|reintegr|reinscri/;
const inBrackets = /[([]([^()[\]]{3,60})[)\]]/;

const stateHeading =
  /statut|status|etat|state|situation|rsts|stst|inscription|registration|enroll?ment|participation|actif|active/;
/** Headings of what states are said of beside the person: the portal's own exports, payments, marital status. */
const otherThings =
  /courriel|mail|plateforme|platform|attest|paiement|payment|frais|fees?$|tuition|civil|marital|visa/;
const date = `(?:is|est|a|date|dated|datede|datedu|datedel|dateof|raisonde|motifde|motifd)?`;
const flagHeading = new RegExp(
  `^${date}(?:suspend(?:ed|ue?)|suspension|deleted|supprimee?|withdr(?:awn|awal|ew|aw)|drop(?:ped)?|abandon(?:nee?|ned)?|annulee?|annulation|cancell?ed|cancellation|retrait|retiree?|desistee?|desistement|desinscrite?|desinscription|radiee?|radiation|inactif|inactive|deactivated|desactivee?|unenroll?ed|left|depart|departure|enrolstatus\\d+)(?:date|reason|le|on|at|yn|ouinon)?$`,
);
const presentHeading =
  /^(?:is|est)?(?:active?|actif|actifve|enroll?ed|inscrite?|registered)(?:on|yn|ouinon)?$/;
const no = /^(?:0+|non?|n|false|faux)$/;
const nothing =
  /^(?:[-–—.]*|[0 :/.-]+|non?|n|false|faux|aucune?|none|never|jamais|null|\\n|n\/?a|s\/?o|active?|actif|inscrite?|enroll?ed|registered)$/;

/** Codes of a state, by what the heading calls it. */
const codesByHeading: readonly (readonly [RegExp, RegExp])[] = [
  [/rsts/, /^[dw][a-z0-9]$/],
  [/stst/, /^i[a-z]$/],
  [/progstatus|programstatus/, /^(?:cn|dc|dm|sp|de)$/],
  [/^stc|currentstatus|acadcred/, /^[dwxc]$/],
  [/statut|status/, /^[dw]$/],
];

const longestState = 80;

/** The reader of a column by its heading, which tells of each cell whether its person has left. */
export function openDepartures(heading: string): ReadDeparture {
  const bare = bareHeading(heading.slice(0, 100));
  if (otherThings.test(bare)) return () => false;
  const codes = codesByHeading.find(([of]) => of.test(bare))?.[1];
  const isFlag = flagHeading.test(bare);
  const isPresence = presentHeading.test(bare);
  const isState = stateHeading.test(bare);
  return remembering((cell) => {
    if (isFlag) return !nothing.test(cell);
    if (isPresence && no.test(cell)) return true;
    if (codes?.test(cell)) return true;
    if (!isState) return plain.test(cell);
    const found = inState.exec(cell);
    return found !== null && !denied.test(cell.slice(0, found.index));
  });
}

/** Whether a name is followed by such a word in brackets: « Caron (abandon) ». */
export function hasDepartureInBrackets(cell: string): boolean {
  if (!cell.includes('(') && !cell.includes('[')) return false;
  const inner = inBrackets.exec(fold(cell.slice(0, 200)))?.[1];
  return inner !== undefined && plain.test(inner.trim());
}

const mostRemembered = 1_000;

/** A column of states has few different cells, and each is judged once. */
function remembering(judge: (folded: string) => boolean): ReadDeparture {
  const known = new Map<string, boolean>();
  return (cell) => {
    if (cell === '' || cell.length > longestState) return false;
    const before = known.get(cell);
    if (before !== undefined) return before;
    const text = unescapeText(cell) ?? cell;
    const folded = fold(repairText(text) ?? text);
    const isLeft = judge(
      folded.replace(/^[^\p{L}\p{N}\\-]+/u, '').replace(/(?<![\s*.!])[\s*.!]+$/, '') || folded,
    );
    if (known.size < mostRemembered) known.set(cell, isLeft);
    return isLeft;
  };
}
