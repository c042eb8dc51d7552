import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './install.mjs';

/**
 * Makes the index of brands that `libs/merchants` reads: a line for each brand, from name-suggestion-index, and for each
 * online service of simple-icons whose site bears its name. It is made by every build whose packages have changed, and
 * is in no commit.
 */
export const BRANDS = path.join('libs', 'merchants', 'src', 'brands.txt');

const PACKAGES = path.join(ROOT, 'node_modules');
const NSI = path.join(PACKAGES, 'name-suggestion-index');
const ICONS = path.join(PACKAGES, 'simple-icons');

/** Kinds of places at which nobody pays by card, or that carry the name of another kind's brand. */
const NO_MERCHANTS =
  /^brands\/(?!(amenity|shop|tourism|leisure|office|healthcare|craft|highway)\/)|\/(atm|vending_machine|parcel_locker|payment_terminal|payment_centre|public_bookcase|telephone|trolley_bay|waste_basket|weighbridge|recycling|photo_booth|drinking_water|post_depot|food_sharing|letter_box|fitness_station|playground|information|political_party|government|bicycle_repair_station|bicycle_parking|school|kindergarten|library|social_facility|social_centre|ambulance_station)$/;
/** Operators that people pay, which the package lists as no brand. */
const PAID_OPERATORS =
  /^operators\/(shop\/|office\/(energy_supplier|water_utility)$|amenity\/(post_office|parking|car_sharing)$)/;

/** Continents and groups of countries by their codes in UN M49, as far as brands name them. */
const REGIONS = {
  '001': '',
  '002': 'dz eg ma tn ke ng za gh',
  '003': 'us ca mx',
  '005': 'ar br cl co pe uy',
  '009': 'au nz',
  '013': 'cr gt hn ni pa sv',
  '015': 'dz eg ma tn',
  '019': 'us ca mx ar br cl co pe uy',
  '021': 'us ca',
  '030': 'cn jp kr tw hk',
  '034': 'in pk bd lk',
  '035': 'sg my th id ph vn',
  '039': 'es it pt gr mt hr si rs ba me al mk ad sm va gi',
  '053': 'au nz',
  142: 'cn jp kr tw hk in sg my th id ph vn tr il ae sa',
  145: 'tr il ae sa kw qa cy',
  150: 'de at ch fr be nl lu gb ie es pt it gr mt cy dk se no fi is ee lv lt pl cz sk hu ro bg hr si rs ba me al mk ua by md',
  151: 'pl cz sk hu ro bg ua by md',
  154: 'gb ie dk se no fi is ee lv lt',
  155: 'de at ch fr be nl lu',
  419: 'mx ar br cl co pe uy',
  q2: '',
  conus: 'us',
  eu: 'de at fr be nl lu ie es pt it gr mt cy dk se fi ee lv lt pl cz sk hu ro bg hr si',
};

/** Makes the index if it is missing, or older than the packages and this file. */
export function makeBrandsIfStale() {
  const file = path.join(ROOT, BRANDS);
  const stamp = stampOf();
  if (firstLineOf(file) === stamp) return;
  // The licence asks to be in every copy.
  const licence = readFileSync(path.join(NSI, 'LICENSE.md'), 'utf8').trim().replaceAll(/^/gm, '# ');
  writeFileSync(file, `${stamp}\n${licence}\n${brandLines().join('\n')}\n`);
}

function stampOf() {
  const versions = [NSI, ICONS].map((folder) => readJson(path.join(folder, 'package.json')).version);
  return `# name-suggestion-index ${versions[0]} (BSD-3-Clause), simple-icons ${versions[1]} (CC0-1.0), format 3`;
}

function firstLineOf(file) {
  try {
    return readFileSync(file, 'utf8').split('\n', 1)[0];
  } catch {
    return null;
  }
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** The lines of the index: key, name, kind, countries, site and further names, with tabs between them. */
export function brandLines() {
  const { nsi } = readJson(path.join(NSI, 'dist', 'json', 'nsi.min.json'));
  const { wikidata } = readJson(path.join(NSI, 'dist', 'wikidata', 'wikidata.min.json'));
  const brands = new Map();
  for (const [tree, { items }] of Object.entries(nsi)) {
    const isOperator = PAID_OPERATORS.test(tree);
    if (!isOperator && (NO_MERCHANTS.test(tree) || !tree.startsWith('brands/'))) continue;
    for (const item of items) addItem(brands, { item, kind: tree.split('/').slice(1).join('/'), isOperator });
  }
  const counts = new Map();
  for (const { company } of brands.values()) counts.set(company, (counts.get(company) ?? 0) + 1);
  const lines = [...brands.values()].flatMap((brand) => {
    const key = counts.get(brand.company) === 1 ? brand.company : `${brand.company}:${brand.own}`;
    return brandLine({ ...brand, key }, wikidata[brand.company]) ?? [];
  });
  return [...lines, ...serviceLines(lines)].sort();
}

function addItem(brands, { item, kind, isOperator }) {
  const { tags, id } = item;
  const company = tags['brand:wikidata'] ?? tags['operator:wikidata'] ?? id;
  const names = namesOf(item, isOperator);
  if (names.length === 0) return;
  // A company may have several brands, such as ICA Nära and ICA Kvantum.
  const own = names[0]
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
  const brand = brands.get(`${company}:${own}`) ?? {
    company,
    own,
    kinds: [],
    names: new Map(),
    countries: new Set(),
    isAnywhere: false,
  };
  brands.set(`${company}:${own}`, brand);
  brand.kinds.push(kind);
  names.forEach((name, index) =>
    brand.names.set(name, (brand.names.get(name) ?? 0) + (index === 0 ? 10 : 1)),
  );
  const countries = countriesOf(item.locationSet);
  if (countries === null) brand.isAnywhere = true;
  else for (const country of countries) brand.countries.add(country);
}

/** Names in Latin letters, the shown one first. */
function namesOf({ displayName, tags, matchNames = [] }, isOperator) {
  const shown = isOperator ? [tags.operator, displayName] : [tags.brand, tags.name, displayName];
  const others = ['short_name', 'alt_name', 'name:en', 'brand:en', 'official_name', 'operator'].flatMap(
    (name) => (name === 'operator' && !isOperator ? [] : (tags[name]?.split(';') ?? [])),
  );
  const latin = [...shown, ...others, ...matchNames].filter(
    (name) =>
      name !== undefined &&
      /^[\p{Script=Latin}\p{N}\p{P}\p{S}\p{M}\s]+$/u.test(name) &&
      /[\p{L}\p{N}]/u.test(name),
  );
  return [...new Set(latin.map((name) => name.replaceAll(/[\t|]/g, ' ').trim()))];
}

/** Null if the brand is anywhere in the world, or where its place is not known. */
function countriesOf({ include, exclude = [] }) {
  const countries = new Set();
  for (const place of include) {
    if (typeof place !== 'string') return null;
    const name = place.toLowerCase();
    const region = REGIONS[name];
    if (region === '') return null;
    if (region !== undefined) for (const country of region.split(' ')) countries.add(country);
    else if (/^[a-z]{2}($|-)/.test(name)) countries.add(name.slice(0, 2) === 'fx' ? 'fr' : name.slice(0, 2));
    else return null;
  }
  for (const place of exclude) if (typeof place === 'string') countries.delete(place.toLowerCase());
  return countries;
}

/** Of the kinds of a brand the one that says most of what people pay there for. */
const LEAST =
  /\/(bank|charging_station|bicycle_rental|car_sharing|parking|money_transfer|bureau_de_change|car_repair|car_wash)$/;

function brandLine({ key, kinds, names, countries, isAnywhere }, facts) {
  const kind = kinds.find((one) => !LEAST.test(one)) ?? kinds[0];
  const [name, ...others] = [...names].sort(([, a], [, b]) => b - a).map(([one]) => one);
  if (name === undefined) return null;
  const site = siteOf(facts?.identities?.website ?? facts?.officialWebsites?.[0]);
  const where = isAnywhere ? '' : [...countries].sort().join(' ');
  return [key, name, kind, where, site, others.slice(0, 6).join('|')].join('\t');
}

function siteOf(address) {
  if (address === undefined || !URL.canParse(address)) return '';
  return new URL(address).hostname.replace(/^www\d?\./, '');
}

/** Services whose site is their name, such as `notion.so`: only there is the site surely theirs. */
function serviceLines(brandedLines) {
  const sites = new Set(brandedLines.map((line) => line.split('\t')[4]));
  return readJson(path.join(ICONS, 'data', 'simple-icons.json')).flatMap(({ title, source }) => {
    const site = siteOf(source).split('.').slice(-2).join('.');
    const label = site.split('.')[0];
    const plain = title.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
    if (plain.length < 3 || (label !== plain && site.replace('.', '') !== plain) || sites.has(site))
      return [];
    sites.add(site);
    return [[site, title, 'online/service', '', site, ''].join('\t')];
  });
}
