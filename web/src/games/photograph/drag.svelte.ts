// Dragging a card of the hand with the pointer: a press becomes a drag once it has moved far enough.

interface Pointer {
    pointerId: number;
    clientX: number;
    clientY: number;
}

/** A pointer that moves less than this, in pixels, still means a tap. */
const SLACK = 7;

export class Drag {
    /** How far the card was dragged; null while nothing is dragged. */
    offset: { x: number; y: number } | null = $state.raw(null);
    private start: { id: number; x: number; y: number } | null = null;

    /** The pointer is down on a card, dragged or not. */
    get down(): boolean {
        return this.start !== null;
    }

    press({ pointerId, clientX, clientY }: Pointer): void {
        this.start = { id: pointerId, x: clientX, y: clientY };
    }

    /** The pointer moved: it begins to drag the card, drags it on, or (null) does not. */
    move({ pointerId, clientX, clientY }: Pointer): 'begins' | 'goes on' | null {
        if (this.start?.id !== pointerId) return null;
        const [x, y] = [clientX - this.start.x, clientY - this.start.y];
        const begins = this.offset === null;
        if (begins && Math.hypot(x, y) < SLACK) return null;
        this.offset = { x, y };
        return begins ? 'begins' : 'goes on';
    }

    /** The pointer went up; true if that ends a drag. */
    end({ pointerId }: Pointer): boolean {
        const dragged = this.offset !== null && this.start?.id === pointerId;
        this.cancel();
        return dragged;
    }

    cancel(): void {
        this.start = null;
        this.offset = null;
    }
}

/** A card's position on the screen: the left edge and width of its slot, and its own width. */
export interface Box {
    left: number;
    width: number;
    card: number;
}

/** The place that a card dragged from place `held` to `x` would go to; null: its own. */
export function placeUnder(boxes: Box[], held: number, x: number): number | null {
    let found: number | null = null;
    boxes.forEach(({ left, width, card }, place) => {
        if (place > held && x > left + Math.min(width, card) * 0.45) found = place;
        if (place < held && x < left + width * 0.7 && (found === null || found > place)) found = place;
    });
    return found;
}
