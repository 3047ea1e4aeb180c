/** A call that defines a test or a group of tests. Its second group is the name as it is written. */
const definition = /(?<![.\w])(?:test|describe)\(\s*(['"`])((?:\\.|(?!\1).)*)\1/gs

/** Returns the names of the tests and groups of tests in a source file. A template literal keeps its `${…}`. */
export const namedTestsIn = (source: string): string[] =>
  [...source.matchAll(definition)].map(([, , name = '']) => name)
