/** A name in one script, and how people type it when they look for the person who has it. */
export interface NameInScript {
  /** The username of the user in a test, which is also the name of the script. */
  script: string
  name: string
  /** Spellings that are equal to the name, or to a part of it, for people. */
  spellings: readonly string[]
  /** The beginnings of words with one or two characters. */
  beginnings: readonly string[]
}

/** Names in six scripts and in forms that machines write differently. Every test of what people type uses them. */
export const namesInScripts: readonly NameInScript[] = [
  {
    script: 'latin',
    name: 'JÜRGEN MÜLLER',
    spellings: ['müller', 'Müller', 'mu\u0308ller', 'JU\u0308RGEN', ' müller ', 'jürgen  müller'],
    beginnings: ['j', 'jü', 'MÜ', 'mu\u0308'],
  },
  {
    script: 'latin-decomposed',
    name: 'Zoe\u0308 Sørensen',
    spellings: ['zoë', 'ZOË', 'sørensen', 'SØRENSEN', 'ｓø'],
    beginnings: ['zo', 'SØ'],
  },
  {
    script: 'latin-sharp',
    name: 'Anna Weiß',
    spellings: ['weiß', 'WEISS', 'WEIẞ', 'weiss'],
    beginnings: ['we', 'an'],
  },
  {
    script: 'latin-turkish',
    name: 'İpek Işık',
    spellings: ['ipek', 'İPEK', 'IPEK', 'ışık', 'IŞIK', 'işik'],
    beginnings: ['ip', 'ış', 'i'],
  },
  {
    script: 'cyrillic',
    name: 'Пётр ИВАНОВ',
    spellings: ['иванов', 'Иванов', 'пётр', 'ПЕ\u0308ТР'],
    beginnings: ['и', 'ИВ', 'пё'],
  },
  {
    script: 'greek',
    name: 'ΟΔΥΣΣΕΥΣ Παπαδόπουλος',
    spellings: ['οδυσσευς', 'Οδυσσευσ', 'ΠΑΠΑΔΌΠΟΥΛΟΣ', 'παπαδο\u0301πουλοσ'],
    beginnings: ['ο', 'Πα'],
  },
  { script: 'han', name: '王伟', spellings: ['王伟'], beginnings: ['王', '王伟', '伟'] },
  { script: 'han-four', name: '欧阳小明', spellings: ['欧阳小明', '阳小明'], beginnings: ['小明', '明'] },
  {
    script: 'arabic',
    name: 'محمد علي',
    spellings: ['محمد', 'علي', '\u202bمحمد\u202c'],
    beginnings: ['م', 'عل'],
  },
  {
    script: 'devanagari',
    name: 'राज क़ुरैशी',
    spellings: ['राज', 'क\u093cुरैशी', 'क़ुरैशी'],
    beginnings: ['र', 'रा'],
  },
  { script: 'short', name: 'Li Na', spellings: ['li na', 'LI NA'], beginnings: ['Li', 'na', 'l', 'Ｌｉ'] },
  {
    script: 'apostrophe',
    name: 'Aoife O’Neill',
    spellings: ["o'neill", 'O’NEILL', 'oʼneill'],
    beginnings: ['o', 'ne', 'ao'],
  },
]
