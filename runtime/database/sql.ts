export type SqlValue = string | number | null

const sqlText = Symbol('sqlText')

/**
 * A constant part of SQL statements. Only `sql` makes one, from a literal in the code, so that no value from
 * outside becomes SQL.
 */
export interface Fragment {
  readonly [sqlText]: string
}

const fragments = new WeakMap<TemplateStringsArray, Fragment>()

/**
 * Makes a part of SQL that several statements share, such as a list of columns. It contains no values, and is made once for each
 * place in the code.
 * @example
 * const columns = sql`id, name`
 * db.query`SELECT ${columns} FROM api_keys WHERE id = ${id}`
 */
export function sql(text: TemplateStringsArray): Fragment {
  let fragment = fragments.get(text)
  if (!fragment) {
    if (!Object.isFrozen(text) || text.raw.length !== 1) throw new TypeError('SQL is made of one literal.')
    fragment = { [sqlText]: text.join('') }
    fragments.set(text, fragment)
  }
  return fragment
}

export const textOf = (fragment: Fragment): string => fragment[sqlText]

/**
 * A part between the texts of a statement: a value, which is bound, or a fragment, which is written into the
 * text.
 */
export type SqlPart = SqlValue | Fragment

const isValue = (part: SqlPart): part is SqlValue => typeof part !== 'object' || part === null

const fragmentIn = (part: SqlPart): Fragment | undefined => (isValue(part) ? undefined : part)

interface Written {
  /** The fragments at their places in the template, and undefined at the places of values. */
  fragments: (Fragment | undefined)[]
  text: readonly string[]
}

/**
 * The texts of each template with fragments. A template has few of them, because every fragment is a constant
 * of the code.
 */
const writtenTemplates = new WeakMap<TemplateStringsArray, Written[]>()

/**
 * Writes the fragments of a template into its text, once for each place in the code. The text is the same
 * object at every call, because the engines use it as the key of the prepared statement.
 */
export function flatten(
  template: TemplateStringsArray,
  parts: SqlPart[],
): { text: readonly string[]; values: SqlValue[] } {
  if (parts.every(isValue)) return { text: template, values: parts }
  const known = writtenTemplates.get(template)
  let written = known?.find(({ fragments }) => parts.every((part, at) => fragmentIn(part) === fragments[at]))
  if (!written) {
    const fragments = parts.map(fragmentIn)
    written = { fragments, text: write(template, fragments) }
    writtenTemplates.set(template, [...(known ?? []), written])
  }
  return { text: written.text, values: parts.filter(isValue) }
}

function write([first = '', ...others]: TemplateStringsArray, fragments: Written['fragments']): string[] {
  const texts = [first]
  for (const [at, after] of others.entries()) {
    const fragment = fragments[at]
    // An object from outside has no SQL text, because no code outside of this file knows the symbol.
    if (fragment && typeof fragment[sqlText] !== 'string') throw new TypeError('An object is no value.')
    texts.push(fragment ? `${texts.pop()}${fragment[sqlText]}${after}` : after)
  }
  return texts
}
