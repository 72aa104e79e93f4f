/** The lines of a CSV file, without their ends. */
export async function csvLines(file: AsyncIterable<string>): Promise<string[]> {
  const lines: string[] = []
  for await (const line of file) lines.push(line.trimEnd())
  return lines
}
