import { Decimal, parseDecimal } from './decimal';

/** The exact sum of many amounts, added one at a time; it has as many decimals as the longest of them. */
export class DecimalSum {
  /** The sum in units of its last decimal. */
  private units = 0n;
  private decimals = 0;

  /** @param value in canonical form, as `parseDecimal` returns it */
  add(value: Decimal): void {
    const point = value.indexOf('.');
    const decimals = point === -1 ? 0 : value.length - point - 1;
    const digits = BigInt(point === -1 ? value : value.slice(0, point) + value.slice(point + 1));
    if (decimals > this.decimals) {
      this.units *= 10n ** BigInt(decimals - this.decimals);
      this.decimals = decimals;
    }
    this.units += decimals === this.decimals ? digits : digits * 10n ** BigInt(this.decimals - decimals);
  }

  /** @throws InvalidDecimalError if the sum has more than 24 digits */
  get value(): Decimal {
    const digits = (this.units < 0n ? -this.units : this.units).toString().padStart(this.decimals + 1, '0');
    const whole = digits.slice(0, digits.length - this.decimals);
    const text = this.decimals === 0 ? whole : `${whole}.${digits.slice(-this.decimals)}`;
    return parseDecimal(this.units < 0n ? `-${text}` : text);
  }
}
